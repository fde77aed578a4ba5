import { Key, telephoneKeys } from '@parley/ui'
import { useLanguage } from '../locales/language.tsx'

interface CallKeypadProps {
  /** What has been sent so far. */
  sent: string
  onKey: (digit: string) => void
}

/** Keys that the other side hears. */
export function CallKeypad({ sent, onKey }: CallKeypadProps) {
  const { text } = useLanguage()
  return (
    <fieldset aria-label={text('live.keypad')} className="grid min-w-0 gap-2">
      <div className="flex items-baseline justify-between rounded-control bg-sunken px-3 py-[7px] text-small">
        <span className="text-ink-soft">{text('live.sent-keys')}</span>
        <output className="min-h-6 truncate text-lead tracking-[0.06em] tabular-nums">{sent}</output>
      </div>
      <div className="grid grid-cols-3 gap-2 max-sm:gap-1.5">
        {telephoneKeys.map(({ digit, letters }) => (
          <Key
            key={digit}
            digit={digit}
            letters={letters}
            place="panel"
            isDown={sent.endsWith(digit)}
            onPress={onKey}
          />
        ))}
      </div>
    </fieldset>
  )
}
