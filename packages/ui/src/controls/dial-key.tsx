import { useEffect, useRef } from 'react'

const longPressMs = 500

interface DialKeyProps {
  digit: string
  /** Letters below the digit: ABC, +. */
  letters?: string
  /** Shown as pressed, for example while the user presses the key on the keyboard. */
  isDown?: boolean
  onPress: (digit: string) => void
  /** Called instead of `onPress` after 500 ms. */
  onLongPress?: (digit: string) => void
  /** `page`: dial pad. `panel`: live call panel. */
  variant?: 'page' | 'panel'
}

/** A key of a telephone keypad. */
export function DialKey({
  digit,
  letters = '',
  isDown = false,
  onPress,
  onLongPress,
  variant: place = 'page',
}: DialKeyProps) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const wasLongPress = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const hold = () => {
    wasLongPress.current = false
    if (!onLongPress) return
    timer.current = setTimeout(() => {
      wasLongPress.current = true
      onLongPress(digit)
    }, longPressMs)
  }
  const release = () => clearTimeout(timer.current)

  const look =
    place === 'page'
      ? 'h-14 border-line bg-raised hover:border-line-strong hover:bg-hover active:border-accent active:bg-accent-soft data-down:border-accent data-down:bg-accent-soft max-sm:h-[clamp(3.25rem,8.9dvh,4.75rem)]'
      : 'min-h-10 border-transparent bg-raised hover:border-line-strong active:bg-lamp active:text-panel data-down:bg-lamp data-down:text-panel max-sm:min-h-11'

  return (
    <button
      type="button"
      data-down={isDown || undefined}
      onPointerDown={hold}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (wasLongPress.current) wasLongPress.current = false
        else onPress(digit)
      }}
      className={`group grid touch-manipulation place-content-center justify-items-center rounded-control border leading-none transition-colors select-none ${look}`}
    >
      <span className="text-[1.375rem] leading-6 font-[500]">{digit}</span>
      <span
        aria-hidden
        className="min-h-3.5 text-key tracking-[0.08em] text-ink-soft group-data-down:text-inherit"
      >
        {letters}
      </span>
    </button>
  )
}

/** The 12 keys with their letters, by row. */
export const dialKeys = [
  { digit: '1', letters: '' },
  { digit: '2', letters: 'ABC' },
  { digit: '3', letters: 'DEF' },
  { digit: '4', letters: 'GHI' },
  { digit: '5', letters: 'JKL' },
  { digit: '6', letters: 'MNO' },
  { digit: '7', letters: 'PQRS' },
  { digit: '8', letters: 'TUV' },
  { digit: '9', letters: 'WXYZ' },
  { digit: '*', letters: '' },
  { digit: '0', letters: '+' },
  { digit: '#', letters: '' },
] as const
