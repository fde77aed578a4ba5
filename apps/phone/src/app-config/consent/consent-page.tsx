import { Button, Card, EmptyState, Field, Input, Select, Skeleton, useToast } from '@parley/ui'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { LedgerFilter } from '../../api/data-protection/data-protection-queries.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { downloadBlob } from '../../shell/download-text.ts'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import { LoadMoreButton } from '../../shell/load-more-button.tsx'
import { ConfigPage } from '../config-page.tsx'
import { AdministratorsOnly } from '../members/administrators-only.tsx'
import { LedgerTable } from './ledger-table.tsx'

const filters = ['all', 'played', 'incomplete'] as const

/** The participants to whom it was announced that their calls are recorded. */
export function ConsentPage() {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <ConfigPage title={t('ledger.page')}>{me.isPhoneAdmin ? <Ledger /> : <AdministratorsOnly />}</ConfigPage>
  )
}

function Ledger() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const [filter, setFilter] = useState<LedgerFilter['filter']>('all')
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const request = { filter, ...toPeriod(from, until) }
  const list = useInfiniteQuery(queries.announcementLedger(request))
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-[68ch] text-ink-soft">{t('ledger.sentence')}</p>
      <div className="grid max-w-200 gap-3 sm:grid-cols-3">
        <Field label={t('ledger.filter')}>
          <Select
            value={filter}
            onChange={(value) => setFilter(filters.find((each) => each === value) ?? 'all')}
            options={filters.map((value) => ({ value, label: t(`ledger.filter-${value}`) }))}
          />
        </Field>
        <Field label={t('ledger.from')}>
          <Input type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label={t('ledger.until')}>
          <Input type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
        </Field>
      </div>
      <Card title={t('ledger.title')} padding="none">
        {list.isPending && (
          <div className="p-4.5">
            <Skeleton rows={4} label={t('common.loading')} />
          </div>
        )}
        {list.isSuccess && items.length === 0 && (
          <div className="px-4.5">
            <EmptyState>{t('ledger.none')}</EmptyState>
          </div>
        )}
        {items.length > 0 && <LedgerTable items={items} />}
        {list.isError && (
          <div className="p-4.5">
            <ErrorAlert error={list.error} onTryAgain={() => void list.refetch()} />
          </div>
        )}
        {list.hasNextPage && (
          <div className="border-t border-line px-4.5 py-3">
            <LoadMoreButton list={list} />
          </div>
        )}
      </Card>
      <ExportButton filter={request} />
    </div>
  )
}

function ExportButton({ filter }: { filter: LedgerFilter }) {
  const { t } = useLanguage()
  const { exportLedger } = usePhone()
  const explain = useExplainError()
  const show = useToast()
  const run = useMutation({
    mutationFn: () => exportLedger(filter),
    onSuccess: (file) => downloadBlob(file, `${t('ledger.export-file')}.csv`),
    onError: (error) =>
      show({ text: t('export.failed', { reason: explain(error).sentence }), tone: 'danger' }),
  })
  return (
    <div>
      <Button icon={Download} state={run.isPending ? 'busy' : 'idle'} onClick={() => run.mutate()}>
        {t('ledger.export')}
      </Button>
    </div>
  )
}

/** Returns the period from the beginning of a day to the end of another one, in the time zone of the user. */
function toPeriod(from: string, until: string): Pick<LedgerFilter, 'from' | 'until'> {
  const startOfDay = (day: string, offset: number) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
    return new Date(year, month - 1, date + offset).getTime()
  }
  return {
    ...(from !== '' && { from: startOfDay(from, 0) }),
    ...(until !== '' && { until: startOfDay(until, 1) }),
  }
}
