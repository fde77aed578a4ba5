import { Card, EmptyState, Field, formatDay, formatTime, Select, Skeleton, Table } from '@parley/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { LoadMoreButton } from '../../shell/load-more-button.tsx'
import { ConfigPage } from '../config-page.tsx'
import { AdministratorsOnly } from '../members/administrators-only.tsx'
import { useActionNames } from './use-action-names.ts'

type Entry = PhoneOutput<'GET /audit-entries'>['items'][number]

/** The audit log: what was done in the workspace, when, by whom and from where. */
export function AuditLogPage() {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <ConfigPage title={t('audit.title')}>
      {me.isPhoneAdmin ? <AuditLog /> : <AdministratorsOnly />}
    </ConfigPage>
  )
}

export function AuditLog() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const [userId, setUserId] = useState('')
  const entries = useInfiniteQuery(queries.auditEntries(userId === '' ? null : userId))
  const items = entries.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="max-w-80">
        <MemberFilter userId={userId} onChange={setUserId} />
      </div>
      <Card title={t('audit.entries')} padding="none">
        {entries.isPending && (
          <div className="p-4.5">
            <Skeleton rows={6} label={t('common.loading')} />
          </div>
        )}
        {entries.isSuccess && items.length === 0 && (
          <div className="px-4.5">
            <EmptyState>{t('audit.none')}</EmptyState>
          </div>
        )}
        {items.length > 0 && <EntryTable items={items} />}
        {entries.isError && (
          <div className="p-4.5">
            <ErrorAlert error={entries.error} onTryAgain={() => void entries.refetch()} />
          </div>
        )}
        {entries.hasNextPage && (
          <div className="border-t border-line px-4.5 py-3">
            <LoadMoreButton list={entries} />
          </div>
        )}
      </Card>
    </div>
  )
}

function MemberFilter({ userId, onChange }: { userId: string; onChange: (userId: string) => void }) {
  const { t, locale } = useLanguage()
  const names = useMemberNames()
  const members = [...names]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
  return (
    <Field label={t('audit.member')}>
      <Select
        value={userId}
        onChange={onChange}
        options={[{ value: '', label: t('audit.all-members') }, ...members]}
      />
    </Field>
  )
}

/** Returns the names of the members by their ids. */
function useMemberNames(): ReadonlyMap<string, string> {
  const { t } = useLanguage()
  const { me, queries } = usePhone()
  const colleagues = useQuery(queries.allColleagues())
  const nameless = t('members.nameless')
  return new Map([
    [me.user.id, me.user.displayName ?? nameless],
    ...(colleagues.data?.items ?? []).map(({ userId, name }) => [userId, name ?? nameless] as const),
  ])
}

function EntryTable({ items }: { items: readonly Entry[] }) {
  const { t, locale } = useLanguage()
  const names = useMemberNames()
  const describeAction = useActionNames()
  const context = { locale, nowMs: Date.now() }
  return (
    <Table
      caption={t('audit.entries')}
      columns={[
        {
          key: 'time',
          head: t('audit.time'),
          cell: ({ at }) => (
            <span className="whitespace-nowrap tabular-nums">
              {formatDay(at, context)}, {formatTime(at, context)}
            </span>
          ),
        },
        {
          key: 'member',
          head: t('audit.member'),
          // An older node sends no `apiKeyId` during an upgrade.
          cell: ({ userId, apiKeyId = null }) => (
            <span className="block min-w-32 wrap-anywhere">
              {apiKeyId !== null && t('audit.api-key', { id: apiKeyId })}
              {apiKeyId === null &&
                (userId === null ? t('audit.no-member') : (names.get(userId) ?? t('routing.unknown-member')))}
            </span>
          ),
        },
        {
          key: 'action',
          head: t('audit.action'),
          cell: (entry) => (
            <div className="min-w-52">
              <p className="font-semibold wrap-anywhere">
                {describeAction(entry.action)}
                {entry.outcome !== 'success' && (
                  <span className="font-normal text-danger"> ({t(`audit.outcome-${entry.outcome}`)})</span>
                )}
              </p>
              <Facts entry={entry} />
            </div>
          ),
        },
        {
          key: 'from',
          head: t('audit.from'),
          cell: ({ ip }) => <span className="whitespace-nowrap tabular-nums">{ip ?? ''}</span>,
        },
      ]}
      rows={items}
      getRowKey={({ id }) => id}
    />
  )
}

/** The facts of an entry by their names in the API. */
function Facts({ entry: { action, subject, userAgent, details } }: { entry: Entry }) {
  const { t } = useLanguage()
  const facts: readonly (readonly [string, string])[] = [
    ['action', action],
    ...(subject ? [[subject.type, subject.id] as const] : []),
    ...Object.entries(details).map(([name, value]) => [name, toText(value)] as const),
    ...(userAgent === null ? [] : [['user_agent', userAgent] as const]),
  ]
  return (
    <details>
      <summary className="w-max text-ink-soft">{t('common.details')}</summary>
      <dl className="mt-1 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 font-mono text-label text-ink-soft">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
