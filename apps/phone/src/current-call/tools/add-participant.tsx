import { Button, Field, Input } from '@parley/ui'
import { Phone } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { extractNumber } from '../../dial/numbers/extract-number.ts'
import { formatWhileTyping, isCallable } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

interface AddParticipantProps {
  homeCountry: string
  /** Rejects with the API error when the number is not called. */
  onAdd: (input: string) => Promise<void>
  onDone: () => void
}

/** Dials another number into the call. The participant joins the conversation on answer. */
export function AddParticipant({ homeCountry, onAdd, onDone }: AddParticipantProps) {
  const { t } = useLanguage()
  const explain = useExplainError()
  const [input, setInput] = useState('')
  const [state, setState] = useState<'idle' | 'busy'>('idle')
  const [error, setError] = useState<string | null>(null)

  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (!isCallable(input)) return setError(t('dial.not-a-number'))
    setState('busy')
    setError(null)
    await onAdd(input).then(onDone, (failure) => setError(explain(failure).sentence))
    setState('idle')
  }

  return (
    <form onSubmit={(event) => void add(event)} className="grid gap-2 rounded-control bg-sunken p-3">
      <Field label={t('live.add-number')} error={error} hint={t('live.add-hint')}>
        <Input
          type="tel"
          autoFocus
          value={input}
          onChange={(event) => setInput(formatWhileTyping(event.target.value, homeCountry))}
          onPaste={(event) => {
            const cleaned = extractNumber(event.clipboardData.getData('text'))
            if (!cleaned) return
            event.preventDefault()
            setInput(formatWhileTyping(cleaned.number, homeCountry))
          }}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="call" icon={Phone} state={state} className="flex-1">
          {t('common.call')}
        </Button>
        <Button onClick={onDone}>{t('common.cancel')}</Button>
      </div>
    </form>
  )
}
