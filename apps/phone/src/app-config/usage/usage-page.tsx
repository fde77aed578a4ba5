import { unwrap } from '@parley/client'
import { Button, EmptyState, Select, Skeleton } from '@parley/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { downloadText } from '../../shell/download-text.ts'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { RouterButtonLink } from '../../shell/router-link.tsx'
import { ConfigPage } from '../config-page.tsx'
import { AdministratorsOnly } from '../members/administrators-only.tsx'
import { ByNumber } from './by-number.tsx'
import { CallsByDay, MinutesByDay, SpendByDay } from './day-charts.tsx'
import { LimitsToday } from './limits-today.tsx'
import { StorageAlerts, StorageCard } from './storage.tsx'
import type { Usage as UsageData } from './usage.ts'
import { ByCountry, MinutesByMember } from './usage-groups.tsx'
import { UsageMetrics } from './usage-metrics.tsx'

const periods = [7, 28, 90] as const
type Period = `${(typeof periods)[number]}`

/** Calls, minutes, spending and stored audio of the workspace. */
export function UsagePage() {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <ConfigPage title={t('usage.title')}>{me.isPhoneAdmin ? <Usage /> : <AdministratorsOnly />}</ConfigPage>
  )
}

export function Usage() {
  const { t, plural } = useLanguage()
  const { queries } = usePhone()
  const [period, setPeriod] = useState<Period>('28')
  const usage = useQuery(queries.usage(Number(period)))
  const limits = useQuery(queries.dailyLimits())
  const storage = useQuery(queries.storage())
  const error = usage.error ?? limits.error ?? storage.error
  const refetch = () => void Promise.all([usage.refetch(), limits.refetch(), storage.refetch()])

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Select
          aria-label={t('usage.period')}
          className="w-auto!"
          value={period}
          onChange={setPeriod}
          options={periods.map((days) => ({
            value: `${days}` as const,
            label: plural('usage.last-days', days),
          }))}
        />
        <ExportButton days={Number(period)} />
      </div>
      {error ? (
        <ErrorAlert error={error} onTryAgain={refetch} />
      ) : !usage.data || !limits.data || !storage.data ? (
        <Skeleton rows={6} label={t('common.loading')} />
      ) : (
        <>
          <StorageAlerts storage={storage.data} />
          <CallUsage usage={usage.data} limits={limits.data.limits} />
          <StorageCard storage={storage.data} />
        </>
      )}
    </div>
  )
}

interface CallUsageProps {
  usage: UsageData
  limits: PhoneOutput<'GET /limits/daily'>['limits']
}

function CallUsage({ usage, limits }: CallUsageProps) {
  const { t } = useLanguage()
  if (usage.countries.length === 0)
    return (
      <EmptyState action={<RouterButtonLink to="/dial">{t('dial.title')}</RouterButtonLink>}>
        {t('usage.none')}
      </EmptyState>
    )
  return (
    <>
      <UsageMetrics usage={usage} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <CallsByDay usage={usage} />
        <MinutesByMember usage={usage} />
        <MinutesByDay usage={usage} />
        <LimitsToday usage={usage} limits={limits} />
        <SpendByDay usage={usage} limit={limits?.spendPerDay ?? null} />
        <ByCountry usage={usage} />
      </div>
      <ByNumber usage={usage} />
      <p className="text-small text-ink-soft">{t('usage.zone', { zone: usage.timeZone })}</p>
    </>
  )
}

function ExportButton({ days }: { days: number }) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const save = useMutation({
    mutationFn: () => api('GET /usage/csv', { query: { days } }).then(unwrap),
    onSuccess: ({ csv }) => downloadText(csv, 'usage.csv', 'text/csv'),
  })
  return (
    <div className="grid justify-items-end gap-2">
      <Button state={save.isPending ? 'busy' : 'idle'} onClick={() => save.mutate()}>
        {t('usage.export')}
      </Button>
      {save.error && <ErrorAlert error={save.error} onTryAgain={() => save.mutate()} />}
    </div>
  )
}
