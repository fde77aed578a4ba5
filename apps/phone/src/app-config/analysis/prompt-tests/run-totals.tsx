import type { testRuns } from '@parley/contract/phone'
import { Table } from '@parley/ui'
import { useLanguage } from '../../../i18n/language.tsx'
import { sumResults, type Totals } from './sum-results.ts'

/** The time and the tokens of all complete results, by prompt. */
export function RunTotals({ run: { items, version } }: { run: testRuns.TestRun }) {
  const { t, locale } = useLanguage()
  const format = (count: number | null | undefined) =>
    count === null || count === undefined
      ? t('test-run.unknown')
      : new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(count)
  const rows: { name: string; totals: Totals | null }[] = [
    ...(version === null
      ? []
      : [
          {
            name: t('prompt.version', { version }),
            totals: sumResults(items.map(({ published }) => published)),
          },
        ]),
    { name: t('test-run.draft'), totals: sumResults(items.map(({ draft }) => draft)) },
  ]
  return (
    <div className="rounded-card border border-line bg-raised">
      <Table
        caption={t('test-run.totals')}
        rows={rows}
        getRowKey={({ name }) => name}
        columns={[
          { key: 'prompt', head: t('test-run.totals'), cell: ({ name }) => name },
          {
            key: 'time',
            head: t('test-run.time'),
            align: 'right',
            cell: ({ totals }) =>
              totals
                ? t('test-run.seconds', { seconds: format(totals.tookMs / 1_000) })
                : t('test-run.unknown'),
          },
          {
            key: 'read',
            head: t('test-run.tokens-read'),
            align: 'right',
            cell: ({ totals }) => format(totals?.inputTokens),
          },
          {
            key: 'written',
            head: t('test-run.tokens-written'),
            align: 'right',
            cell: ({ totals }) => format(totals?.outputTokens),
          },
        ]}
      />
    </div>
  )
}
