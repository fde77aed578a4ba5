import type { TableColumn } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'
import { formatMinutes, formatSpend, type Usage } from './usage.ts'

type Totals = Pick<Usage['days'][number], 'seconds' | 'spendMicros'>

/** Returns the columns of minutes and spending, which all tables of the usage have. */
export function useTotalColumns(usage: Usage): TableColumn<Totals>[] {
  const { t, locale } = useLanguage()
  return [
    {
      key: 'minutes',
      head: t('usage.minutes'),
      align: 'right',
      cell: ({ seconds }) => formatMinutes(seconds, locale),
    },
    {
      key: 'spend',
      head: t('usage.spend'),
      align: 'right',
      cell: ({ spendMicros }) => formatSpend(spendMicros, usage, locale),
    },
  ]
}
