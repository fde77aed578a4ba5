import { unwrap } from '@parley/client'
import { Button, Card, formatDay, formatMoney, useToast } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { downloadText } from '../../shell/download-text.ts'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { DeletePriceTable } from './delete-price-table.tsx'
import { PriceTableUpload } from './price-table-upload.tsx'

type PriceTable = PhoneOutput<'PUT /price-table'>

interface PriceTableCardProps {
  table: PriceTable | null
  /** The limit of spending per day; null without one. */
  spendPerDay: number | null
}

/** The price table: its size, download, replacement and deletion. */
export function PriceTableCard({ table, spendPerDay }: PriceTableCardProps) {
  const { t, plural, locale } = useLanguage()
  const { api } = usePhone()
  const show = useToast()
  const [isDeleting, setIsDeleting] = useState(false)
  const download = useMutation({
    mutationFn: () => api('GET /price-table/csv', {}).then(unwrap),
    onSuccess: ({ csv }) => {
      downloadText(csv, 'prices.csv', 'text/csv')
      show({ text: t('prices.downloaded') })
    },
  })

  return (
    <Card
      title={t('prices.title')}
      aside={
        table && (
          <div className="flex flex-wrap justify-end gap-2">
            <Button
              size="small"
              state={download.isPending ? 'busy' : 'idle'}
              onClick={() => download.mutate()}
            >
              {t('prices.download')}
            </Button>
            <Button size="small" variant="danger" onClick={() => setIsDeleting(true)}>
              {t('prices.delete')}
            </Button>
          </div>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="max-w-[68ch] text-small text-ink-soft">
          {table ? (
            <>
              <span className="font-semibold text-ink">
                {plural('prices.count', table.rowCount)} · {table.currency}
              </span>{' '}
              {t('prices.updated', {
                day: formatDay(table.updatedAt, { locale, nowMs: Date.now() }),
              })}
            </>
          ) : (
            t('prices.none')
          )}
        </p>
        {download.error && <ErrorAlert error={download.error} onTryAgain={() => download.mutate()} />}
        <PriceTableUpload currentCurrency={table?.currency ?? null} />
        {table && isDeleting && (
          <DeletePriceTable
            spendLimit={spendPerDay === null ? null : formatMoney(spendPerDay, table.currency, locale)}
            onClose={() => setIsDeleting(false)}
          />
        )}
      </div>
    </Card>
  )
}
