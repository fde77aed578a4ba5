import { Avatar, Button, Field, Input } from '@parley/ui'
import { Phone } from 'lucide-react'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { extractNumber } from '../../dial/numbers/extract-number.ts'
import { formatNumber, formatWhileTyping, isCallable } from '../../dial/numbers/format-number.ts'
import { useDialing } from '../../dial/use-dialing.ts'
import { type Match, useMatches } from '../../dial/use-matches.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { ColleagueLine } from '../../presence/presence-label.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

const maxSuggestions = 5

interface AddParticipantProps {
  homeCountry: string
  /** Rejects with the API error when the number is not called. */
  onAdd: (input: string) => Promise<void>
  onDone: () => void
}

/** Dials a number, a contact or a colleague into the call. The participant joins the conversation on answer. */
export function AddParticipant({ homeCountry, onAdd, onDone }: AddParticipantProps) {
  const { t } = useLanguage()
  const explain = useExplainError()
  const [input, setInput] = useState('')
  const [state, setState] = useState<'idle' | 'busy'>('idle')
  const [error, setError] = useState<string | null>(null)
  const search = useDeferredValue(input.trim())
  const matches = useMatches(search)
  const { isInCall } = useDialing()
  const suggestions =
    search === '' ? [] : matches.all.filter(({ number }) => !isInCall(number)).slice(0, maxSuggestions)

  const add = async (number: string) => {
    setState('busy')
    setError(null)
    await onAdd(number).then(onDone, (failure) => setError(explain(failure).sentence))
    setState('idle')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isCallable(input)) void add(input)
    else if (matches.first && suggestions[0]) void add(suggestions[0].number)
    else setError(matches.hasNoMatch ? t('dial.no-match', { typed: search }) : t('dial.not-a-number'))
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-control bg-sunken p-3">
      <Field label={t('live.add-number')} error={error} hint={t('live.add-hint')}>
        <Input
          type="text"
          autoComplete="off"
          spellCheck={false}
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
      <Suggestions matches={suggestions} isBusy={state === 'busy'} onChoose={(number) => void add(number)} />
      <div className="flex gap-2">
        <Button type="submit" variant="call" icon={Phone} state={state} className="flex-1">
          {t('common.call')}
        </Button>
        <Button onClick={onDone}>{t('common.cancel')}</Button>
      </div>
    </form>
  )
}

interface SuggestionsProps {
  matches: readonly Match[]
  isBusy: boolean
  onChoose: (number: string) => void
}

function Suggestions({ matches, isBusy, onChoose }: SuggestionsProps) {
  const { t } = useLanguage()
  if (matches.length === 0) return null
  return (
    <ul aria-label={t('dial.matches')} className="grid max-h-56 grid-cols-[minmax(0,1fr)] overflow-auto">
      {matches.map(({ name, number, userId }) => (
        <li key={`${name} ${number}`}>
          <button
            type="button"
            disabled={isBusy}
            title={t('calls.call-named', { name })}
            onClick={() => onChoose(number)}
            className="flex w-full items-center gap-3 rounded-control px-2 py-1.5 text-left hover:bg-raised focus-visible:-outline-offset-2"
          >
            <Avatar name={name} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{name}</span>
              <span className="block text-small text-ink-soft tabular-nums">
                {userId === null ? formatNumber(number) : <ColleagueLine userId={userId} number={number} />}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
