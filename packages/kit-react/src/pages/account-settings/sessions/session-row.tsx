import type { ActiveSession } from '@parley/kit'
import { Badge, Button, formatAgo, formatFullTime } from '@parley/ui'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../../provider/language.tsx'
import { SettingRow } from '../shared/setting-row.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'

interface SessionRowProps {
  session: ActiveSession
  isBusy: boolean
  onEnd: () => void
}

/** A session: its place and address, its last use, and a button to end it. */
export function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { t } = useSettingsTexts()
  const { locale } = useLanguage()
  const [nowMs] = useState(Date.now)
  const { geoInfo, isCurrentSession, lastUsedAt, createdAt } = session
  const place = [geoInfo?.cityName, geoInfo?.countryCode].filter(Boolean).join(', ')
  const address = [place, geoInfo?.ip].filter(Boolean).join(' · ') || t('sessions.unknown-place')
  const time = (date: Date) => {
    const justNow = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
    return formatAgo(date.getTime(), { locale, nowMs, justNow })
  }
  return (
    <SettingRow
      icon={MonitorSmartphone}
      title={address}
      detail={
        <>
          {isCurrentSession && <Badge tone="accent">{t('sessions.current')}</Badge>}
          {session.isImpersonation && <Badge tone="warning">{t('sessions.impersonation')}</Badge>}
          <span title={formatFullTime((lastUsedAt ?? createdAt).getTime(), { locale, nowMs })}>
            {lastUsedAt
              ? t('sessions.last-used', { time: time(lastUsedAt) })
              : t('sessions.signed-in', { time: time(createdAt) })}
          </span>
        </>
      }
      action={
        !isCurrentSession && (
          <Button
            size="small"
            disabled={isBusy}
            aria-label={t('sessions.end-one', { place: address })}
            onClick={onEnd}
          >
            {t('sessions.end')}
          </Button>
        )
      }
    />
  )
}
