import { Avatar, Button, Field, IconButton, Input } from '@parley/ui'
import { Phone, PhoneForwarded } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { extractNumber } from '../../dial/numbers/extract-number.ts'
import { formatNumber, formatWhileTyping, isCallable } from '../../dial/numbers/format-number.ts'
import { useDialling } from '../../dial/use-dialling.ts'
import { type Match, useMatches } from '../../dial/use-matches.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { ColleagueLine } from '../../presence/presence-label.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import { useArrowKeys } from '../../shell/hooks/use-arrow-keys.ts'
import type { InviteMode } from '../manager/call-commands.ts'

const maxSuggestions = 5

const labels = {
  add: {
    label: 'live.add-number',
    hint: 'live.add-hint',
    submit: 'common.call',
    named: 'calls.call-named',
    icon: Phone,
  },
  transfer: {
    label: 'transfer.to',
    hint: 'transfer.hint',
    submit: 'transfer.title',
    named: 'transfer.to-named',
    icon: PhoneForwarded,
  },
} as const

interface InviteFormProps {
  purpose: 'add' | 'transfer'
  homeCountry: string
  /** Rejects with the API error when the number is not called. */
  onInvite: (input: string, mode: InviteMode) => Promise<void>
  onDone: () => void
}

/**
 * Adds a number, a contact or a colleague to the call, or transfers the call to them, immediately or after the user
 * has talked to them.
 */
export function InviteForm({ purpose, homeCountry, onInvite, onDone }: InviteFormProps) {
  const { t } = useLanguage()
  useArrowKeys()
  const [input, setInput] = useState('')
  const { state, error, setError, invite } = useInvite(onInvite, onDone)
  const search = useDeferredValue(input.trim())
  const matches = useMatches(search)
  const isLookingUp = search !== input.trim() || matches.isLookingUp
  const [awaited, setAwaited] = useAwaitedMode(isLookingUp, (mode) => submit(mode))
  const { isInCall } = useDialling()
  const suggestions = matches.all.filter(({ number }) => !isInCall(number)).slice(0, maxSuggestions)

  const submit = (mode: InviteMode) => {
    if (isCallable(input)) void invite(input, mode)
    else if (isLookingUp) setAwaited(mode)
    else if (matches.first && suggestions[0]) void invite(suggestions[0].number, mode)
    else setError(matches.hasNoMatch ? t('dial.no-match', { typed: search }) : t('dial.not-a-number'))
  }

  return (
    <form
      data-arrow-keys
      onSubmit={(event) => {
        event.preventDefault()
        submit(purpose)
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-control bg-sunken p-3"
    >
      <CalleeField
        purpose={purpose}
        value={input}
        error={error}
        onChange={(text) => {
          setInput(formatWhileTyping(text, homeCountry))
          setError(null)
          setAwaited(null)
        }}
      />
      <Suggestions
        purpose={purpose}
        label={t(matches.isEmpty ? 'colleagues.title' : 'dial.matches')}
        matches={suggestions}
        isBusy={state === 'busy'}
        onChoose={(number, mode) => void invite(number, mode)}
      />
      <FormButtons
        purpose={purpose}
        state={awaited === null ? state : 'busy'}
        onTalkFirst={() => submit('consult')}
        onDone={onDone}
      />
    </form>
  )
}

/** Returns a function that invites a number, its progress, and the reason why the last number was not called. */
function useInvite(onInvite: InviteFormProps['onInvite'], onDone: () => void) {
  const explain = useExplainError()
  const [state, setState] = useState<'idle' | 'busy'>('idle')
  const [error, setError] = useState<string | null>(null)
  const invite = async (number: string, mode: InviteMode) => {
    setState('busy')
    setError(null)
    await onInvite(number, mode).then(onDone, (failure) => setError(explain(failure).sentence))
    setState('idle')
  }
  return { state, error, setError, invite }
}

/** Returns how to call the first match of a name that is looked up, when it is known; null when this is not requested. */
function useAwaitedMode(isLookingUp: boolean, submit: (mode: InviteMode) => void) {
  const [awaited, setAwaited] = useState<InviteMode | null>(null)
  const submitAwaited = useEffectEvent(() => {
    if (awaited === null) return
    setAwaited(null)
    submit(awaited)
  })
  useEffect(() => {
    if (!isLookingUp) submitAwaited()
  }, [isLookingUp])
  return [awaited, setAwaited] as const
}

interface CalleeFieldProps {
  purpose: 'add' | 'transfer'
  value: string
  error: string | null
  onChange: (text: string) => void
}

function CalleeField({ purpose, value, error, onChange }: CalleeFieldProps) {
  const { t } = useLanguage()
  return (
    <Field label={t(labels[purpose].label)} error={error} hint={t(labels[purpose].hint)}>
      <Input
        type="text"
        data-arrow-field
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onPaste={(event) => {
          const cleaned = extractNumber(event.clipboardData.getData('text'))
          if (!cleaned) return
          event.preventDefault()
          onChange(cleaned.number)
        }}
      />
    </Field>
  )
}

interface FormButtonsProps {
  purpose: 'add' | 'transfer'
  state: 'idle' | 'busy'
  onTalkFirst: () => void
  onDone: () => void
}

function FormButtons({ purpose, state, onTalkFirst, onDone }: FormButtonsProps) {
  const { t } = useLanguage()
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" variant="call" icon={labels[purpose].icon} state={state} className="flex-1">
        {t(labels[purpose].submit)}
      </Button>
      <Button icon={Phone} disabled={state === 'busy'} onClick={onTalkFirst}>
        {t('transfer.talk-first')}
      </Button>
      <Button onClick={onDone}>{t('common.cancel')}</Button>
    </div>
  )
}

interface SuggestionsProps {
  purpose: 'add' | 'transfer'
  label: string
  matches: readonly Match[]
  isBusy: boolean
  onChoose: (number: string, mode: InviteMode) => void
}

function Suggestions({ purpose, label, matches, isBusy, onChoose }: SuggestionsProps) {
  const { t } = useLanguage()
  if (matches.length === 0) return null
  return (
    <ul aria-label={label} className="grid max-h-56 grid-cols-[minmax(0,1fr)] overflow-auto">
      {matches.map(({ name, number, userId }) => (
        <li key={`${name} ${number}`} className="flex items-center gap-1">
          <button
            type="button"
            data-arrow-item
            disabled={isBusy}
            title={t(labels[purpose].named, { name })}
            onClick={() => onChoose(number, purpose)}
            className="flex min-w-0 flex-1 items-center gap-3 rounded-control px-2 py-1.5 text-left hover:bg-raised focus-visible:-outline-offset-2"
          >
            <Avatar name={name} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{name}</span>
              <span className="block text-small text-ink-soft tabular-nums">
                {userId === null ? formatNumber(number) : <ColleagueLine userId={userId} number={number} />}
              </span>
            </span>
          </button>
          <IconButton
            icon={Phone}
            label={t('transfer.talk-first-named', { name })}
            size="small"
            disabled={isBusy}
            onClick={() => onChoose(number, 'consult')}
          />
        </li>
      ))}
    </ul>
  )
}
