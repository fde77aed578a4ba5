import { unwrap } from '@parley/client'
import { Button, Card, formatCount, Table } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { type Language, useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { downloadText } from '../../shell/download-text.ts'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'

type RejectedRow = PhoneOutput<'PUT /contact-imports/{import}/mapping'>['rejected'][number]

interface RejectedCardProps {
  importId: string
  count: number
  /** The first of them. */
  rejected: readonly RejectedRow[]
}

/** The rows that are not imported, with the reason of each. */
export function RejectedCard({ importId, count, rejected }: RejectedCardProps) {
  const { t, plural, locale } = useLanguage()
  const download = useDownload(importId)
  if (count === 0) {
    return (
      <Card title={t('import.rejected')}>
        <p className="text-ink-soft">{t('import.none-rejected')}</p>
      </Card>
    )
  }
  return (
    <Card
      title={t('import.rejected')}
      padding="none"
      aside={
        <div className="flex items-center gap-3">
          <span className="tabular-nums">{formatCount(count, locale)}</span>
          <Button
            size="small"
            icon={Download}
            state={download.isPending ? 'busy' : 'idle'}
            onClick={() => download.mutate()}
          >
            {t('import.download-rejected')}
          </Button>
        </div>
      }
    >
      {download.error && <ErrorAlert className="m-3" error={download.error} />}
      <div className="max-h-96 overflow-y-auto">
        <RejectedRows rejected={rejected} />
      </div>
      {count > rejected.length && (
        <p className="border-t border-line px-4.5 py-3 text-small text-ink-soft">
          {plural('import.more-rejected', count - rejected.length)}
        </p>
      )}
    </Card>
  )
}

function RejectedRows({ rejected }: Pick<RejectedCardProps, 'rejected'>) {
  const language = useLanguage()
  const { t, locale } = language
  return (
    <Table
      caption={t('import.rejected')}
      rows={rejected}
      getRowKey={({ line }) => String(line)}
      columns={[
        {
          key: 'line',
          head: t('import.line'),
          align: 'right',
          cell: ({ line }) => formatCount(line, locale),
        },
        {
          key: 'name',
          head: t('contacts.name'),
          cell: ({ name }) => (
            <span className="block max-w-52 truncate font-semibold" title={name}>
              {name || t('import.no-name')}
            </span>
          ),
        },
        {
          key: 'reason',
          head: t('import.reason'),
          cell: (row) => <span className="wrap-anywhere text-danger">{explain(row, language)}</span>,
        },
      ]}
    />
  )
}

function explain({ reason, value }: RejectedRow, { t }: Language): string {
  switch (reason) {
    case 'wrong-number-of-columns': {
      const [found = '', expected = ''] = value.split('/')
      return t('import.rejected-columns', { found, expected })
    }
    case 'number-not-understood':
    case 'email-not-valid':
    case 'value-not-valid':
    case 'number-taken':
      return t(`import.rejected-${reason}`, { value })
    default:
      return t(`import.rejected-${reason}`)
  }
}

function useDownload(importId: string) {
  const { t } = useLanguage()
  const { api } = usePhone()
  return useMutation({
    mutationFn: () =>
      api('GET /contact-imports/{import}/rejected/csv', { params: { import: importId } }).then(unwrap),
    onSuccess: ({ csv }) => downloadText(csv, `${t('import.rejected-file')}.csv`, 'text/csv'),
  })
}
