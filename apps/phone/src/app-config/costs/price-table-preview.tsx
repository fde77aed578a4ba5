import { Callout, formatCount, formatMoney, Table } from '@parley/ui'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { useLanguage } from '../../i18n/language.tsx'

type PriceTableCheck = PhoneOutput<'POST /price-table/check'>

interface PriceTablePreviewProps {
  check: PriceTableCheck
  currency: string
}

/** The outcome of the check of a price table: what it changes, or the lines that are wrong. */
export function PriceTablePreview({ check, currency }: PriceTablePreviewProps) {
  return check.problemCount > 0 ? <Problems check={check} /> : <Changes check={check} currency={currency} />
}

function Problems({ check: { problems, problemCount } }: Pick<PriceTablePreviewProps, 'check'>) {
  const { t, plural, locale } = useLanguage()
  const hiddenCount = problemCount - problems.length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Callout tone="danger" role="alert" title={plural('prices.problems', problemCount)}>
        {t('prices.problems-sentence')}
      </Callout>
      <div className="max-h-80 overflow-y-auto rounded-control border border-line">
        <Table
          caption={t('prices.problem-table')}
          columns={[
            {
              key: 'line',
              head: t('prices.line'),
              align: 'right',
              cell: ({ line }) => formatCount(line, locale),
            },
            { key: 'problem', head: t('prices.problem'), cell: ({ problem }) => t(`prices.${problem}`) },
            {
              key: 'value',
              head: t('prices.value'),
              cell: ({ value }) => <code className="font-mono break-all">{value}</code>,
            },
          ]}
          rows={problems}
          getRowKey={({ line, problem }) => `${line} ${problem}`}
        />
      </div>
      {hiddenCount > 0 && (
        <p className="text-small text-ink-soft">{plural('prices.more-problems', hiddenCount)}</p>
      )}
    </div>
  )
}

function Changes({ check: { rowCount, changes, sample }, currency }: PriceTablePreviewProps) {
  const { t, plural, locale } = useLanguage()
  const format = (micros: number) => formatMoney(micros / 1_000_000, currency, locale)
  const counts = ['added', 'changed', 'unchanged', 'removed'] as const
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p role="status" className="text-small font-semibold">
        {plural('prices.count', rowCount)} · {currency}
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 text-small">
        {counts.map((name) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-ink-soft">{t(`prices.${name}`)}</dt>
            <dd className="tabular-nums">{formatCount(changes[name], locale)}</dd>
          </div>
        ))}
      </dl>
      <div className="rounded-control border border-line">
        <Table
          caption={t('prices.sample')}
          columns={[
            { key: 'prefix', head: t('prices.prefix'), cell: ({ prefix }) => `+${prefix}` },
            { key: 'name', head: t('prices.name'), cell: ({ name }) => name },
            {
              key: 'price',
              head: t('prices.per-minute'),
              align: 'right',
              cell: ({ perMinuteMicros }) => format(perMinuteMicros),
            },
            {
              key: 'increments',
              head: t('prices.increments'),
              align: 'right',
              cell: ({ firstSeconds, incrementSeconds }) => `${firstSeconds}/${incrementSeconds}`,
            },
            {
              key: 'fee',
              head: t('prices.setup-fee'),
              align: 'right',
              cell: ({ setupFeeMicros }) => format(setupFeeMicros),
            },
          ]}
          rows={sample}
          getRowKey={({ prefix }) => prefix}
        />
      </div>
    </div>
  )
}
