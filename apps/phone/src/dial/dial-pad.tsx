import { CallButton, DialKey, dialKeys, PhoneNumberField } from '@parley/ui'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLanguage } from '../i18n/language.tsx'
import { extractNumber } from './numbers/extract-number.ts'
import { formatNumber, formatWhileTyping, isCallable } from './numbers/format-number.ts'

interface DialPadProps {
  /** The input: a number or a name, as typed. */
  value: string
  onChange: (typed: string) => void
  /** Called with the raw input; the service decides whether it may be called. */
  onCall: (typed: string) => void
  /** Called for each pressed key, to play its tone. */
  onKey: (digit: string) => void
  /** Inserted when Enter is pressed in an empty field. */
  lastNumber: string | null
  homeCountry: string
  /** The label of the call button. */
  callLabel: string
  /** Whether the input is a name without a match. */
  hasNoMatch: boolean
  /** The first match of a typed name. Enter inserts its number. */
  firstMatch: { readonly name: string; readonly number: string } | null
  /** Why the number is blocked, as a sentence; also shown in the number info. */
  blockedReason: string | null
  /** Why calling is unavailable at the moment, as a sentence. */
  unavailableReason: string | null
  /** Shown below the field: country, local time. */
  facts: ReactNode
  /** Shown above the button: the caller ID selector. */
  callFrom: ReactNode
}

const keyFlashMs = 150

/** The dial pad: one field for numbers and names, the keys, and the call button. */
export function DialPad(props: DialPadProps) {
  const { value, onChange, homeCountry, hasNoMatch } = props
  const { t } = useLanguage()
  const [downKey, setDownKey] = useState<string | null>(null)
  const [wasCleaned, setWasCleaned] = useState(false)
  const [submitAttempted, setWasAskedInVain] = useState(false)
  // Enter was pressed before the lookup of the name finished.
  const [isChoosing, setIsChoosing] = useState(false)
  const hintId = useId()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const blocked = blockedMessage(props, t)
  const change = (typed: string) => {
    setWasCleaned(false)
    setWasAskedInVain(false)
    setIsChoosing(false)
    onChange(typed)
  }
  const choose = (match: { readonly number: string }) => change(formatWhileTyping(match.number, homeCountry))
  const chosen = isChoosing ? props.firstMatch : null
  const chooseLate = useRef(choose)
  chooseLate.current = choose
  useEffect(() => {
    if (chosen) chooseLate.current(chosen)
  }, [chosen])
  const press = (digit: string) => {
    props.onKey(digit)
    setDownKey(digit)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setDownKey(null), keyFlashMs)
  }
  const append = (digit: string) => change(formatWhileTyping(value + digit, homeCountry))
  const removeLast = () => {
    const shorter = value.replace(/\s$/, '').slice(0, -1)
    change(formatWhileTyping(shorter, homeCountry) === value ? shorter.slice(0, -1) : shorter)
  }
  /** Handles Enter when no call is possible; the disabled button would ignore it. */
  const enter = (event: KeyboardEvent) => {
    const filled =
      value.trim() === '' ? props.lastNumber : isCallable(value) ? null : props.firstMatch?.number
    if (filled) {
      event.preventDefault()
      change(formatWhileTyping(filled, homeCountry))
    } else if (/\p{L}/u.test(value)) setIsChoosing(true)
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') enter(event)
    else if (event.key === 'Escape') change('')
    else if (/^[0-9*#]$/.test(event.key) && !event.ctrlKey && !event.metaKey) press(event.key)
  }

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-3.5 max-sm:gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (blocked === null) props.onCall(value)
      }}
    >
      <PhoneNumberField
        data-dial-box
        data-takes-focus
        aria-label={t('dial.box')}
        aria-describedby={hintId}
        placeholder={t('dial.placeholder')}
        type="text"
        inputMode="tel"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={value}
        deleteLabel={t('dial.delete')}
        onDelete={removeLast}
        onKeyDown={keyDown}
        onChange={({ target }) => {
          // Regrouping would move a caret in the middle of the input.
          const isAtEnd = target.selectionStart === target.value.length
          const grows = target.value.length > value.length
          change(isAtEnd && grows ? formatWhileTyping(target.value, homeCountry) : target.value)
        }}
        onPaste={(event) => {
          const cleaned = extractNumber(event.clipboardData.getData('text'))
          if (!cleaned) return
          event.preventDefault()
          onChange(formatWhileTyping(cleaned.number, homeCountry))
          setWasCleaned(cleaned.removed === 'text-around')
        }}
      />
      <div className="grid min-h-5 gap-1 text-small text-ink-soft">
        {wasCleaned && <p role="status">{t('dial.cleaned')}</p>}
        {blocked && blocked !== props.blockedReason && (
          <FormError sentence={blocked} tone={submitAttempted ? 'asked' : hasNoMatch ? 'known' : 'silent'} />
        )}
        {props.facts}
      </div>
      <fieldset aria-label={t('dial.keys')} className="grid min-w-0 grid-cols-3 gap-2">
        {dialKeys.map(({ digit, letters }) => (
          <DialKey
            key={digit}
            digit={digit}
            letters={letters}
            isDown={downKey === digit}
            onPress={() => {
              press(digit)
              append(digit)
            }}
            onLongPress={digit === '0' ? () => append('+') : undefined}
          />
        ))}
      </fieldset>
      {props.callFrom}
      <CallButton
        action="open"
        type="submit"
        width="full"
        disabledReason={blocked}
        // Enter in the field triggers this button; a disabled button does not submit.
        onClickCapture={() => setWasAskedInVain(blocked !== null)}
      >
        {props.callLabel}
      </CallButton>
      <p id={hintId} className="text-center text-small text-ink-soft max-sm:hidden">
        {keyboardHint(props, blocked, t)}
      </p>
    </form>
  )
}

/** The validation message of the field, shown on submit or when certain. */
function FormError({ sentence, tone }: { sentence: string; tone: 'asked' | 'known' | 'silent' }) {
  if (tone === 'silent') return null
  return tone === 'asked' ? (
    <p role="alert" className="text-danger">
      {sentence}
    </p>
  ) : (
    <p role="status">{sentence}</p>
  )
}

function blockedMessage(
  { value, hasNoMatch, blockedReason, unavailableReason }: DialPadProps,
  t: ReturnType<typeof useLanguage>['t'],
): string | null {
  if (value.trim() === '') return t('dial.empty')
  if (hasNoMatch) return t('dial.no-match', { typed: value.trim() })
  if (!isCallable(value)) return t('dial.not-a-number')
  return blockedReason ?? unavailableReason
}

/** The keyboard hint for the current input. */
function keyboardHint(
  { value, lastNumber, firstMatch }: DialPadProps,
  blocked: string | null,
  t: ReturnType<typeof useLanguage>['t'],
): string {
  if (value.trim() === '') {
    return lastNumber ? t('dial.hint-last', { number: formatNumber(lastNumber) }) : t('dial.hint-empty')
  }
  if (blocked === null) return t('dial.hint')
  return firstMatch && !isCallable(value)
    ? t('dial.hint-choose', { name: firstMatch.name })
    : t('dial.hint-clear')
}
