import { Dialog, Field, TextArea } from '@parley/ui'
import { type FormEvent, useState } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { FormButtons } from '../../routing/form-buttons.tsx'
import type { PromptEditor } from './use-prompt-editor.ts'

interface PublishDialogProps {
  editor: PromptEditor
  /** The number of the version to be published. */
  version: number
  onClose: () => void
}

/** Publishes the draft with a note. */
export function PublishDialog({ editor, version, onClose }: PublishDialogProps) {
  const { t } = useLanguage()
  const [note, setNote] = useState('')
  const { publish } = editor
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!publish.isPending) editor.publishContent(note, onClose)
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
        {publish.error && <ErrorAlert error={publish.error} onTryAgain={submit} />}
        <FormButtons label={t('prompt.publish')} isBusy={publish.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
