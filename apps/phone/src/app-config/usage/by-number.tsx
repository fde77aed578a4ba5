import { Card, formatCount, formatDuration, Table, type TableColumn } from '@parley/ui'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useTotalColumns } from './total-columns.ts'
import type { Usage } from './usage.ts'

/** Calls, minutes and spending of each number of the workspace: received calls, and calls from the number. */
export function ByNumber({ usage }: { usage: Usage }) {
  const { t, plural } = useLanguage()
  const { numbers, hiddenNumbers } = usage
  const columns = useNumberColumns(usage)
  return (
    <Card title={t('usage.by-number')} padding="none">
      {numbers.length === 0 ? (
        <p className="p-4.5 text-small text-ink-soft">{t('usage.no-numbers')}</p>
      ) : (
        <div className="max-h-96 overflow-y-auto">
          <Table
            caption={t('usage.by-number')}
            columns={columns}
            rows={numbers}
            getRowKey={({ number }) => number ?? ''}
          />
        </div>
      )}
      {hiddenNumbers > 0 && (
        <p className="border-t border-line px-4.5 py-2.5 text-small text-ink-soft">
          {plural('usage.hidden-numbers', hiddenNumbers)}
        </p>
      )}
    </Card>
  )
}

/**
 * Returns the columns of the table: the number with its name, its calls, their wait, and the totals. An older node returns
 * neither the answered and missed calls nor the wait.
 */
function useNumberColumns(usage: Usage): TableColumn<Usage['numbers'][number]>[] {
  const { t, locale } = useLanguage()
  const names = useNumberNames()
  const totalColumns = useTotalColumns(usage)
  return [
    {
      key: 'number',
      head: t('usage.number'),
      cell: ({ number }) => <NumberCell number={number} name={names.get(number) ?? null} />,
    },
    {
      key: 'incoming',
      head: t('usage.incoming'),
      align: 'right',
      cell: ({ incoming }) => formatCount(incoming, locale),
    },
    {
      key: 'outgoing',
      head: t('usage.outgoing'),
      align: 'right',
      cell: ({ outgoing }) => formatCount(outgoing, locale),
    },
    {
      key: 'answered',
      head: t('usage.answered'),
      align: 'right',
      cell: ({ answered }) => formatCount(answered ?? 0, locale),
    },
    {
      key: 'missed',
      head: t('usage.missed'),
      align: 'right',
      cell: ({ missed }) => formatCount(missed ?? 0, locale),
    },
    {
      key: 'wait',
      head: <span title={t('usage.wait-hint')}>{t('usage.wait')}</span>,
      align: 'right',
      cell: ({ waitSeconds }) => (
        <span className="whitespace-nowrap">
          {waitSeconds == null ? t('common.none') : formatDuration(waitSeconds * 1_000)}
        </span>
      ),
    },
    ...totalColumns,
  ]
}

function NumberCell({ number, name }: { number: string | null; name: string | null }) {
  const { t } = useLanguage()
  if (number === null) return t('usage.no-number')
  return (
    <div className="min-w-32">
      <span className="whitespace-nowrap tabular-nums">{formatNumber(number)}</span>
      {name && <span className="block wrap-anywhere text-ink-soft">{name}</span>}
    </div>
  )
}

/** The trunks and labels of the numbers from which the user can call. */
function useNumberNames(): ReadonlyMap<string | null, string> {
  const { me } = usePhone()
  return new Map(
    me.numbers.flatMap(({ number, label, trunkName }) => {
      const name = label ?? trunkName
      return name ? [[number, name] as const] : []
    }),
  )
}
