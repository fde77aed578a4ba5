import { formatCount } from '@parley/ui'
import type { ReactNode } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { formatMinutes, formatSpend, sum, type Usage } from './usage.ts'

/** The sums of the period, compared with as many days before. */
export function UsageMetrics({ usage }: { usage: Usage }) {
  const { t, locale } = useLanguage()
  const { days, previous } = usage
  const [calls, missed] = [sum(days, 'calls'), sum(days, 'missed')]
  const [seconds, spendMicros] = [sum(days, 'seconds'), sum(days, 'spendMicros')]
  // Today, the last day, is not over.
  const completeDays = days.slice(0, -1)
  const perDay = sum(completeDays, 'spendMicros') / completeDays.length
  const metrics: readonly {
    key: 'calls' | 'missed' | 'minutes' | 'spend'
    value: string
    note: ReactNode
  }[] = [
    {
      key: 'calls',
      value: formatCount(calls, locale),
      note: <Change from={previous?.calls} to={calls} />,
    },
    {
      key: 'missed',
      value: formatCount(missed, locale),
      note: calls > 0 && t('usage.missed-share', { percent: formatPercent(missed / calls, locale) }),
    },
    {
      key: 'minutes',
      value: formatMinutes(seconds, locale),
      note: <Change from={previous?.seconds} to={seconds} />,
    },
    {
      key: 'spend',
      value: formatSpend(spendMicros, usage, locale),
      note:
        usage.currency !== null &&
        completeDays.length > 0 &&
        t('usage.spend-per-day', { amount: formatSpend(perDay, usage, locale) }),
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-card border border-line bg-raised px-4.5 py-3 sm:grid-cols-4">
      {metrics.map(({ key, value, note }) => (
        <div key={key} className="grid content-start">
          <dt className="text-small text-ink-soft">{t(`usage.${key}`)}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
            <span className="text-title">{value}</span>
            <span className="text-small text-ink-soft">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** How much a sum has changed. Nothing, when there was none before. */
function Change({ from = 0, to }: { from: number | undefined; to: number }) {
  const { t, locale } = useLanguage()
  if (from === 0) return null
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  }).format(to / from - 1)
  return (
    <span title={t('usage.change', { percent })}>
      <span aria-hidden>{percent}</span>
      <span className="sr-only">{t('usage.change', { percent })}</span>
    </span>
  )
}

function formatPercent(part: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(part)
}
