import { BarChart, Card, formatCount, formatMoney, Table } from '@parley/ui'
import type { ReactNode } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { useTotalColumns } from './total-columns.ts'
import { formatShortDay, formatSpend, sum, type Usage } from './usage.ts'

export function CallsByDay({ usage }: { usage: Usage }) {
  const { t, locale } = useLanguage()
  return (
    <Card title={t('usage.calls-by-day')} aside={<Legend parts={['answered', 'others']} />}>
      <BarChart
        label={t('usage.calls-chart', {
          answered: formatCount(sum(usage.days, 'answered'), locale),
          calls: formatCount(sum(usage.days, 'calls'), locale),
        })}
        columns={usage.days.map(({ day, calls, answered }) => ({
          key: day,
          label: formatShortDay(day, locale),
          values: [answered, calls - answered],
        }))}
        formatValue={(value) => (Number.isInteger(value) ? formatCount(value, locale) : '')}
      />
      <DayTable usage={usage} />
    </Card>
  )
}

/** The cost of calls, once the workspace has prices. */
export function SpendByDay({ usage, limit }: { usage: Usage; limit: number | null }) {
  const { t, locale } = useLanguage()
  const { currency, days } = usage
  if (currency === null) return null
  return (
    <Card
      title={t('usage.spend-by-day')}
      aside={limit === null ? undefined : t('usage.limit', { amount: formatMoney(limit, currency, locale) })}
    >
      <BarChart
        label={t('usage.spend-chart', { amount: formatSpend(sum(days, 'spendMicros'), usage, locale) })}
        columns={days.map(({ day, spendMicros }) => ({
          key: day,
          label: formatShortDay(day, locale),
          values: [spendMicros / 1_000_000],
        }))}
        limit={limit}
        formatValue={(value) => formatMoney(value, currency, locale)}
      />
      <DayTable usage={usage} />
    </Card>
  )
}

function Legend({ parts }: { parts: readonly ('answered' | 'others')[] }) {
  const { t } = useLanguage()
  return (
    <span className="flex gap-3">
      {parts.map((part) => (
        <span key={part} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className={`size-2.5 rounded-chip ${part === 'answered' ? 'bg-accent' : 'bg-warning'}`}
          />
          {t(`usage.${part}`)}
        </span>
      ))}
    </span>
  )
}

/** The values of a chart, for those who cannot see it or want the numbers. */
function DayTable({ usage }: { usage: Usage }): ReactNode {
  const { t, locale } = useLanguage()
  const totalColumns = useTotalColumns(usage)
  const number = (key: 'calls' | 'answered' | 'missed') => ({
    key,
    head: t(`usage.${key}`),
    align: 'right' as const,
    cell: (row: Usage['days'][number]) => formatCount(row[key], locale),
  })
  return (
    <details className="mt-3 text-small">
      <summary className="w-max text-ink-soft">{t('usage.as-table')}</summary>
      <Table
        caption={t('usage.by-day')}
        columns={[
          { key: 'day', head: t('usage.day'), cell: ({ day }) => formatShortDay(day, locale) },
          number('calls'),
          number('answered'),
          number('missed'),
          ...totalColumns,
        ]}
        rows={usage.days}
        getRowKey={({ day }) => day}
      />
    </details>
  )
}
