import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLanguage } from '../i18n/language.tsx'
import { extractNumber } from './numbers/extract-number.ts'
import { formatNumber, formatWhileTyping, isCallable, isName } from './numbers/format-number.ts'

export interface DialPadProps {
  /** The input: a number or a name, as typed. */
  value: string
  onChange: (input: string) => void
  /** Called with the raw input; the service decides whether it may be called. */
  onCall: (input: string) => void
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
  /** Shown above the keys: what matches a typed name. */
  suggestions?: ReactNode
  /** Shown above the button: the caller ID selector. */
  callFrom: ReactNode
}

/** The input and the messages of a dial pad. */
export function useDialPad(props: DialPadProps) {
  const { value, onChange, homeCountry } = props
  const { t } = useLanguage()
  const keyPress = useKeyPress(props.onKey)
  /** Whether text around a pasted number was removed. */
  const [wasCleaned, setWasCleaned] = useState(false)
  /** Whether the user tried to call although the button is disabled. */
  const [submitAttempted, setSubmitAttempted] = useState(false)
  /** Why the call button is disabled; null when it is not. */
  const blocked = blockedMessage(props, t)

  const change = (input: string) => {
    setWasCleaned(false)
    setSubmitAttempted(false)
    matchChoice.cancel()
    onChange(input)
  }
  const insert = (number: string) => change(formatWhileTyping(number, homeCountry))
  const matchChoice = useMatchChoice(props.firstMatch, insert)
  /** Handles Enter when no call is possible; the disabled button would ignore it. */
  const enter = (event: KeyboardEvent) => {
    const filled =
      value.trim() === '' ? props.lastNumber : isCallable(value) ? null : props.firstMatch?.number
    if (filled) {
      event.preventDefault()
      insert(filled)
    } else if (isName(value)) matchChoice.request()
  }

  return {
    downKey: keyPress.downKey,
    blocked,
    submitAttempted,
    wasCleaned,
    hint: keyboardHint(props, blocked, t),
    change,
    press(digit: string) {
      keyPress.press(digit)
      insert(value + digit)
    },
    append: (digit: string) => insert(value + digit),
    removeLast: () => change(withoutLast(value, homeCountry)),
    /** Takes the number out of pasted text. Returns false when there is none. */
    paste(text: string): boolean {
      const cleaned = extractNumber(text)
      if (!cleaned) return false
      onChange(formatWhileTyping(cleaned.number, homeCountry))
      setWasCleaned(cleaned.removed === 'text-around')
      return true
    },
    handleKeyDown(event: KeyboardEvent) {
      if (event.key === 'Enter') enter(event)
      else if (event.key === 'Escape') change('')
      else if (/^[0-9*#]$/.test(event.key) && !event.ctrlKey && !event.metaKey) keyPress.press(event.key)
    },
    handleSubmitAttempt: () => setSubmitAttempted(blocked !== null),
  }
}

/** Returns the input without its last digit, and without the grouping that would bring it back. */
function withoutLast(value: string, homeCountry: string): string {
  const shorter = value.replace(/\s$/, '').slice(0, -1)
  return formatWhileTyping(shorter, homeCountry) === value ? shorter.slice(0, -1) : shorter
}

export type DialPadState = ReturnType<typeof useDialPad>

const keyFlashMs = 150

/** Shows a key as pressed for a moment. */
function useKeyPress(onKey: (digit: string) => void) {
  const [downKey, setDownKey] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    downKey,
    press(digit: string) {
      onKey(digit)
      setDownKey(digit)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setDownKey(null), keyFlashMs)
    },
  }
}

/**
 * Chooses the first match as soon as it is known: Enter may be pressed before the lookup of a name finished.
 */
function useMatchChoice(firstMatch: DialPadProps['firstMatch'], onChoose: (number: string) => void) {
  const [isRequested, setIsRequested] = useState(false)
  const chosen = isRequested ? firstMatch : null
  const choose = useEffectEvent(onChoose)
  useEffect(() => {
    if (chosen) choose(chosen.number)
  }, [chosen])
  return { request: () => setIsRequested(true), cancel: () => setIsRequested(false) }
}

function blockedMessage(
  { value, hasNoMatch, blockedReason, unavailableReason }: DialPadProps,
  t: ReturnType<typeof useLanguage>['t'],
): string | null {
  if (value.trim() === '') return t('dial.empty')
  if (isCallable(value)) return blockedReason ?? unavailableReason
  return hasNoMatch ? t('dial.no-match', { typed: value.trim() }) : t('dial.not-a-number')
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
