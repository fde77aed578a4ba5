import type { Call } from '@parley/contract/phone'
import { formatMoney } from '@parley/ui'
import { useLanguage } from '../i18n/language.tsx'

/** The cost of an ended call, in the currency of each price table that applied to it. */
export function CallCost({ costs }: Pick<Call, 'costs'>) {
  const { t, locale } = useLanguage()
  const amounts = costs.map(({ amountMicros, currency }) =>
    formatMoney(amountMicros / 1_000_000, currency, locale),
  )
  return (
    <p className="flex justify-between gap-4 text-small">
      <span className="text-ink-soft">{t('call.cost')}</span>
      <span className="tabular-nums">{amounts.join(' + ')}</span>
    </p>
  )
}
