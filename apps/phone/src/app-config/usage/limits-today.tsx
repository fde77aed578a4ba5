import { Card, formatCount, formatMoney, Progress } from '@parley/ui'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { RouterLink } from '../../shell/router-link.tsx'
import { formatMinutes, formatSpend, type Usage } from './usage.ts'

interface LimitsTodayProps {
  usage: Usage
  limits: PhoneOutput<'GET /limits/daily'>['limits']
}

/** The used part of the limits of today. */
export function LimitsToday({ usage, limits }: LimitsTodayProps) {
  const { t, locale } = useLanguage()
  const { today, currency } = usage
  const { minutesPerDay = null, spendPerDay = null } = limits ?? {}
  return (
    <Card
      title={t('usage.limits-today')}
      aside={<RouterLink to="/app-config/costs">{t('usage.change-limits')}</RouterLink>}
    >
      <div className="grid gap-3 text-small">
        {minutesPerDay === null && spendPerDay === null && (
          <p className="text-ink-soft">{t('usage.no-limits')}</p>
        )}
        {spendPerDay !== null && currency !== null && (
          <div className="grid gap-1">
            <span>{t('usage.spend')}</span>
            <Progress
              label={t('usage.spend')}
              value={Math.min(1, today.spendMicros / 1_000_000 / spendPerDay)}
              valueText={t('usage.used-of', {
                used: formatSpend(today.spendMicros, usage, locale),
                limit: formatMoney(spendPerDay, currency, locale),
              })}
            />
          </div>
        )}
        {minutesPerDay !== null && (
          <div className="grid gap-1">
            <span>{t('usage.minutes')}</span>
            <Progress
              label={t('usage.minutes')}
              value={Math.min(1, today.seconds / 60 / minutesPerDay)}
              valueText={t('usage.used-of', {
                used: formatMinutes(today.seconds, locale),
                limit: formatCount(minutesPerDay, locale),
              })}
            />
          </div>
        )}
        <p className="text-ink-soft">{t('usage.limits-sentence')}</p>
      </div>
    </Card>
  )
}
