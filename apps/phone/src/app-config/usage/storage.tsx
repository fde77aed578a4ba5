import { Callout, Card, formatBytes, Progress } from '@parley/ui'
import type { ReactNode } from 'react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { RouterLink } from '../../shell/router-link.tsx'

interface StorageProps {
  storage: PhoneOutput<'GET /usage/storage'>
}

/** Above this part of a quota, administrators are warned. */
const nearlyFull = 0.9

/** Warns of quotas that are nearly reached, with what to do. */
export function StorageAlerts({ storage: { recordings, announcements } }: StorageProps) {
  const { t, locale } = useLanguage()
  const recorded = getUsedPart(recordings.callBytes + recordings.voicemailBytes, recordings.maxBytes)
  const announced = getUsedPart(announcements.usedBytes, announcements.maxBytes)
  return (
    <>
      {recorded > nearlyFull && (
        <Callout
          tone="warning"
          title={t('usage.recordings-nearly-full', { percent: formatUsedPart(recorded, locale) })}
        >
          {t('usage.recordings-hint')}{' '}
          <RouterLink to="/" search={{ filter: 'recorded', scope: 'workspace' }}>
            {t('usage.show-recordings')}
          </RouterLink>
        </Callout>
      )}
      {announced > nearlyFull && (
        <Callout
          tone="warning"
          title={t('usage.announcements-nearly-full', { percent: formatUsedPart(announced, locale) })}
        >
          {t('usage.announcements-hint')}{' '}
          <RouterLink to="/app-config/announcements">{t('usage.show-announcements')}</RouterLink>
        </Callout>
      )}
    </>
  )
}

/** The used part of the quotas for audio. */
export function StorageCard({ storage: { recordings, announcements } }: StorageProps) {
  const { t, locale } = useLanguage()
  const { callBytes, voicemailBytes } = recordings
  return (
    <Card title={t('usage.storage')}>
      <div className="grid gap-4 text-small md:grid-cols-2">
        <Quota
          label={t('usage.recordings')}
          usedBytes={callBytes + voicemailBytes}
          maxBytes={recordings.maxBytes}
        >
          {t('usage.recordings-parts', {
            calls: formatBytes(callBytes, locale),
            messages: formatBytes(voicemailBytes, locale),
          })}
        </Quota>
        <Quota label={t('usage.announcements')} {...announcements} />
      </div>
    </Card>
  )
}

interface QuotaProps {
  label: string
  usedBytes: number
  maxBytes: number
  children?: ReactNode
}

function Quota({ label, usedBytes, maxBytes, children }: QuotaProps) {
  const { t, locale } = useLanguage()
  return (
    <div className="grid content-start gap-1">
      <span>{label}</span>
      <Progress
        label={label}
        value={Math.min(1, getUsedPart(usedBytes, maxBytes))}
        valueText={t('usage.used-of', {
          used: formatBytes(usedBytes, locale),
          limit: formatBytes(maxBytes, locale),
        })}
      />
      {children && <p className="text-ink-soft">{children}</p>}
    </div>
  )
}

/** Returns the used part of a quota. An operator who allows nothing has set 0. */
function getUsedPart(usedBytes: number, maxBytes: number): number {
  return maxBytes === 0 ? 1 : usedBytes / maxBytes
}

/** Formats a part as a whole percentage, rounded down: 100 % is reached when nothing is left. */
function formatUsedPart(part: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.floor(part * 100) / 100)
}
