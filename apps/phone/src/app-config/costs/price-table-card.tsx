import { unwrap } from '@parley/client'
import { Button, Card, formatDay, useToast } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { downloadText } from './download-text.ts'
import { PriceTableUpload } from './price-table-upload.tsx'

type PriceTable = PhoneOutput<'PUT /price-table'>

/** The price table: its size, download and replacement. */
export function PriceTableCard({ table }: { table: PriceTable | null }) {
  const { t, plural, locale } = useLanguage()
  const { api } = usePhone()
  const show = useToast()
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
          <Button size="small" state={download.isPending ? 'busy' : 'idle'} onClick={() => download.mutate()}>
            {t('prices.download')}
          </Button>
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
      </div>
    </Card>
  )
}
