import { DialKey, dialKeys } from '@parley/ui'
import { useEffect, useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'

interface CallKeypadProps {
  /** The digits sent so far. */
  sent: string
  onKey: (digit: string) => void
}

/** The DTMF keypad. Keys grow and shrink with the available space. */
export function CallKeypad({ sent, onKey }: CallKeypadProps) {
  const { t } = useLanguage()
  const downKey = useSentKey(sent)
  return (
    <fieldset aria-label={t('live.keypad')} className="flex max-h-90 min-w-0 flex-[1_0_auto] flex-col gap-2">
      <div className="flex min-h-9.5 shrink-0 items-center justify-between rounded-control bg-sunken px-3 py-[7px] text-small">
        <span className="text-ink-soft">{t('live.sent-keys')}</span>
        <output className="truncate text-lead tracking-[0.06em] tabular-nums">{sent}</output>
      </div>
      <div className="grid flex-[1_0_auto] auto-rows-fr grid-cols-3 gap-2 max-sm:gap-1.5">
        {dialKeys.map(({ digit, letters }) => (
          <DialKey
            key={digit}
            digit={digit}
            letters={letters}
            variant="panel"
            isDown={downKey === digit}
            onPress={onKey}
          />
        ))}
      </div>
    </fieldset>
  )
}

const keyFlashMs = 200

/** Returns the key that was just sent, for a moment; otherwise null. */
function useSentKey(sent: string): string | null {
  const [displayed, setDisplayed] = useState(sent)
  useEffect(() => {
    const timer = setTimeout(() => setDisplayed(sent), keyFlashMs)
    return () => clearTimeout(timer)
  }, [sent])
  return displayed === sent ? null : (sent.at(-1) ?? null)
}
