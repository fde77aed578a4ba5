import { BarChart, Card, formatCount, formatMoney, Table } from '@parley/ui'
import type { ReactNode } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { useTotalColumns } from './total-columns.ts'
import { formatMinutes, formatShortDay, formatSpend, sum, type Usage } from './usage.ts'

/** The parts of the bars of calls, from the bottom. */
const callParts = [
  { part: 'answered', tone: 'normal', colour: 'bg-accent' },
  { part: 'missed', tone: 'failure', colour: 'bg-danger-fill' },
  { part: 'others', tone: 'other', colour: 'bg-line-strong' },
] as const

export function CallsByDay({ usage }: { usage: Usage }) {
  const { t, locale } = useLanguage()
  const count = (key: 'answered' | 'calls' | 'missed') => formatCount(sum(usage.days, key), locale)
  return (
    <Card title={t('usage.calls-by-day')} aside={<Legend />}>
      <BarChart
        label={t('usage.calls-chart', {
          answered: count('answered'),
          calls: count('calls'),
          missed: count('missed'),
        })}
        columns={usage.days.map(({ day, calls, answered, missed }) => ({
          key: day,
          label: formatShortDay(day, locale),
          values: [answered, missed, calls - answered - missed],
        }))}
        tones={callParts.map(({ tone }) => tone)}
        formatValue={(value) => formatWhole(value, locale)}
      />
      <DayTable usage={usage} />
    </Card>
  )
}

export function MinutesByDay({ usage }: { usage: Usage }) {
  const { t, locale } = useLanguage()
  return (
    <Card title={t('usage.minutes-by-day')}>
      <BarChart
        label={t('usage.minutes-chart', { minutes: formatMinutes(sum(usage.days, 'seconds'), locale) })}
        columns={usage.days.map(({ day, seconds }) => ({
          key: day,
          label: formatShortDay(day, locale),
          values: [seconds / 60],
        }))}
        formatValue={(value) => formatWhole(value, locale)}
      />
      <DayTable usage={usage} />
    </Card>
  )
}

/** Formats a value of the axis. Axes show whole calls and whole minutes only. */
function formatWhole(value: number, locale: string): string {
  return Number.isInteger(value) ? formatCount(value, locale) : ''
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

function Legend() {
  const { t } = useLanguage()
  return (
    <span className="flex flex-wrap gap-x-3">
      {callParts.map(({ part, colour }) => (
        <span key={part} className="flex items-center gap-1.5">
          <span aria-hidden className={`size-2.5 rounded-chip ${colour}`} />
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
