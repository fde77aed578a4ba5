import { CallButton, Key, NumberField, telephoneKeys } from '@parley/ui'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLanguage } from '../locales/language.tsx'
import { cleanPasted } from '../numbers/clean-pasted.ts'
import { formatNumber, formatWhileTyping, isCallable } from '../numbers/format-number.ts'

interface DialPadProps {
  /** What stands in the box: a number or a name, as typed. */
  value: string
  onChange: (typed: string) => void
  /** Receives what was typed, as typed. Whether it may be called is the service's to say. */
  onCall: (typed: string) => void
  /** A key was pressed: to be heard. */
  onKey: (digit: string) => void
  /** Comes back when Enter is pressed in an empty box. */
  lastNumber: string | null
  homeCountry: string
  /** What stands on the green button. */
  callWord: string
  /** What is typed is a name, and nobody has it. */
  isNobody: boolean
  /** Who stands first among those that a name may mean: Enter puts their number into the box. */
  firstMatch: { readonly name: string; readonly number: string } | null
  /** Why the number will not be called, as a sentence that stands among the facts too. */
  blockedBecause: string | null
  /** Why nobody can be called at the moment, as a sentence. */
  notNowBecause: string | null
  /** Below the box: country, local time. */
  facts: ReactNode
  /** Above the button: the number to call from. */
  callFrom: ReactNode
}

const keyShownMs = 150

/** One box for numbers and names, keys, and the green button. */
export function DialPad(props: DialPadProps) {
  const { value, onChange, homeCountry, isNobody } = props
  const { t } = useLanguage()
  const [downKey, setDownKey] = useState<string | null>(null)
  const [wasCleaned, setWasCleaned] = useState(false)
  const [wasAskedInVain, setWasAskedInVain] = useState(false)
  // Enter was pressed on a name before it was looked up.
  const [isChoosing, setIsChoosing] = useState(false)
  const hintId = useId()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const blocked = blockedSentence(props, t)
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
    timer.current = setTimeout(() => setDownKey(null), keyShownMs)
  }
  const append = (digit: string) => change(formatWhileTyping(value + digit, homeCountry))
  const removeLast = () => {
    const shorter = value.replace(/\s$/, '').slice(0, -1)
    change(formatWhileTyping(shorter, homeCountry) === value ? shorter.slice(0, -1) : shorter)
  }
  /** What Enter does before anybody can be called. The button that it presses otherwise would refuse. */
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
      <NumberField
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
          // Regrouping would move a caret that stands in the middle.
          const isAtEnd = target.selectionStart === target.value.length
          const grows = target.value.length > value.length
          change(isAtEnd && grows ? formatWhileTyping(target.value, homeCountry) : target.value)
        }}
        onPaste={(event) => {
          const cleaned = cleanPasted(event.clipboardData.getData('text'))
          if (!cleaned) return
          event.preventDefault()
          onChange(formatWhileTyping(cleaned.number, homeCountry))
          setWasCleaned(cleaned.removed === 'text-around')
        }}
      />
      <div className="grid min-h-5 gap-1 text-small text-ink-soft">
        {wasCleaned && <p role="status">{t('dial.cleaned')}</p>}
        {blocked && blocked !== props.blockedBecause && (
          <InVain sentence={blocked} tone={wasAskedInVain ? 'asked' : isNobody ? 'known' : 'silent'} />
        )}
        {props.facts}
      </div>
      <fieldset aria-label={t('dial.keys')} className="grid min-w-0 grid-cols-3 gap-2">
        {telephoneKeys.map(({ digit, letters }) => (
          <Key
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
        line="open"
        type="submit"
        width="full"
        disabledBecause={blocked}
        // Enter in the box presses it too, and a button that refuses submits nothing.
        onClickCapture={() => setWasAskedInVain(blocked !== null)}
      >
        {props.callWord}
      </CallButton>
      <p id={hintId} className="text-center text-small text-ink-soft max-sm:hidden">
        {hintOf(props, blocked, t)}
      </p>
    </form>
  )
}

/** Why what stands in the box is not called: said once it was asked for, and before that where it is certain. */
function InVain({ sentence, tone }: { sentence: string; tone: 'asked' | 'known' | 'silent' }) {
  if (tone === 'silent') return null
  return tone === 'asked' ? (
    <p role="alert" className="text-danger">
      {sentence}
    </p>
  ) : (
    <p role="status">{sentence}</p>
  )
}

function blockedSentence(
  { value, isNobody, blockedBecause, notNowBecause }: DialPadProps,
  t: ReturnType<typeof useLanguage>['t'],
): string | null {
  if (value.trim() === '') return t('dial.empty')
  if (isNobody) return t('dial.no-match', { typed: value.trim() })
  if (!isCallable(value)) return t('dial.not-a-number')
  return blockedBecause ?? notNowBecause
}

/** What the keys do with what stands in the box now. */
function hintOf(
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
