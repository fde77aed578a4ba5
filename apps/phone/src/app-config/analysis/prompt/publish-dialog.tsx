import { Button, Dialog, Field, TextArea } from '@parley/ui'
import { type FormEvent, useState } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { ReferenceCheck } from '../prompt-tests/reference-check.tsx'
import { useReferenceCheck } from '../prompt-tests/use-reference-check.ts'
import { toSavedContent } from './prompt-content.ts'
import type { PromptEditor } from './use-prompt-editor.ts'

interface PublishDialogProps {
  editor: PromptEditor
  /** The number of the version to be published. */
  version: number
  onClose: () => void
}

/** Publishes the draft with a note, when the reference calls have passed. */
export function PublishDialog({ editor, version, onClose }: PublishDialogProps) {
  const { t } = useLanguage()
  const [note, setNote] = useState('')
  const { publish } = editor
  const content = toSavedContent(editor.content)
  const check = useReferenceCheck(content)
  const mayPublish = check.state === 'none' || check.state === 'passed'
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (mayPublish && !publish.isPending) editor.publishContent(note, onClose)
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('prompt.publish-title', { version })}
      description={t('prompt.publish-sentence')}
    >
      <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field label={t('prompt.note')} hint={t('prompt.note-hint')}>
          <TextArea
            name="note"
            rows={2}
            maxLength={200}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
        <ReferenceCheck check={check} content={content} />
        {publish.error && <ErrorAlert error={publish.error} onTryAgain={submit} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            state={publish.isPending ? 'busy' : 'idle'}
            disabledReason={mayPublish ? null : t('error.REFERENCE_CALLS_NOT_PASSED')}
          >
            {t('prompt.publish')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
