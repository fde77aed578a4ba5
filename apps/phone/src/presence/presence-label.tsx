import { Presence } from '@parley/ui'
import { useSyncExternalStore } from 'react'
import { formatNumber } from '../dial/numbers/format-number.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'

/** Whether a colleague is free, in a call or away. Only a change of this colleague renders it again. */
export function PresenceLabel({ userId }: { userId: string }) {
  const { t } = useLanguage()
  const { presence } = usePhone()
  const current = useSyncExternalStore(presence.subscribe, () => presence.get().get(userId) ?? 'away')
  return <Presence state={current}>{t(`presence.${current}`)}</Presence>
}

interface ColleagueLineProps {
  userId: string
  number: string | null
}

/** The number and the presence of a colleague on one line. The number does not move when the presence changes. */
export function ColleagueLine({ userId, number }: ColleagueLineProps) {
  const { t } = useLanguage()
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="truncate tabular-nums">
        {number ? formatNumber(number) : t('colleagues.no-number')}
      </span>
      <span className="sr-only">, </span>
      <span aria-hidden>·</span>
      <PresenceLabel userId={userId} />
    </span>
  )
}
