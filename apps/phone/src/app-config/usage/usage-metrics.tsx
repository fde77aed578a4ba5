import { formatCount } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'
import { formatMinutes, formatSpend, sum, type Usage } from './usage.ts'

/** The sums of the period. */
export function UsageMetrics({ usage }: { usage: Usage }) {
  const { t, locale } = useLanguage()
  const metrics = [
    { key: 'calls', value: formatCount(sum(usage.days, 'calls'), locale) },
    { key: 'missed', value: formatCount(sum(usage.days, 'missed'), locale) },
    { key: 'minutes', value: formatMinutes(sum(usage.days, 'seconds'), locale) },
    { key: 'spend', value: formatSpend(sum(usage.days, 'spendMicros'), usage, locale) },
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-card border border-line bg-raised px-4.5 py-3 sm:grid-cols-4">
      {metrics.map(({ key, value }) => (
        <div key={key} className="grid">
          <dt className="text-small text-ink-soft">{t(`usage.${key}`)}</dt>
          <dd className="text-title tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
