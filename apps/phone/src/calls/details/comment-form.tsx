import { Button, Field, TextArea } from '@parley/ui'
import { type FormEvent, useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

const maxLength = 4_000

interface CommentFormProps {
  label: string
  hint?: string
  submitLabel: string
  initial?: string
  onSubmit: (text: string) => Promise<unknown>
  /** Closes the form; without it, the form stays and is emptied. */
  onClose?: () => void
}

/** The text of a comment. It stays in the form when it cannot be saved. */
export function CommentForm({ label, hint, submitLabel, initial = '', onSubmit, onClose }: CommentFormProps) {
  const { t } = useLanguage()
  const [text, setText] = useState(initial)
  const [failure, setFailure] = useState<Error | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const explain = useExplainError()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || isBusy) return
    setIsBusy(true)
    try {
      await onSubmit(text)
      setFailure(null)
      setText('')
      onClose?.()
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form className="grid gap-2" onSubmit={(event) => void submit(event)}>
      <Field label={label} hint={hint} error={failure && explain(failure).sentence}>
        <TextArea
          rows={3}
          maxLength={maxLength}
          autoFocus={onClose !== undefined}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" state={isBusy ? 'busy' : 'idle'}>
          {submitLabel}
        </Button>
        {onClose && <Button onClick={onClose}>{t('common.cancel')}</Button>}
      </div>
    </form>
  )
}
