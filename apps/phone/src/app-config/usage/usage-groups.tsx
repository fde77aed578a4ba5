import { Card, formatCount, formatCountry, Table } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'
import { useTotalColumns } from './total-columns.ts'
import { formatMinutes, formatSpend, type Usage } from './usage.ts'

/** Minutes and spending of each member, the longest first. */
export function MinutesByMember({ usage }: { usage: Usage }) {
  const { t, locale } = useLanguage()
  const members = usage.members
    .filter(({ userId }) => userId !== null)
    .toSorted((a, b) => b.seconds - a.seconds || b.calls - a.calls)
  const withMinutes = members.filter(({ seconds, spendMicros }) => seconds > 0 || spendMicros > 0)
  const max = Math.max(1, ...members.map(({ seconds }) => seconds))

  return (
    <Card title={t('usage.by-member')} padding="none">
      {withMinutes.length === 0 ? (
        <p className="p-4.5 text-small text-ink-soft">{t('usage.no-minutes')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable.
        <section aria-label={t('usage.by-member')} tabIndex={0} className="max-h-80 overflow-y-auto">
          <ul aria-label={t('usage.by-member')} className="py-2 text-small">
            {withMinutes.map(({ userId, name, seconds, spendMicros }) => (
              <li key={userId} className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4.5 py-1.5">
                <div className="flex justify-between gap-3">
                  <span className="truncate">{name ?? t('members.nameless')}</span>
                  <span className="shrink-0 tabular-nums">
                    {t('usage.minutes-short', { minutes: formatMinutes(seconds, locale) })}
                    {usage.currency !== null && ` · ${formatSpend(spendMicros, usage, locale)}`}
                  </span>
                </div>
                <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="h-1.5 w-full">
                  <rect width={100} height={4} className="fill-fill" />
                  <rect width={(100 * seconds) / max} height={4} className="fill-accent" />
                </svg>
              </li>
            ))}
          </ul>
        </section>
      )}
      {members.length > 0 && <MemberTable usage={usage} members={members} />}
    </Card>
  )
}

interface MemberTableProps {
  usage: Usage
  members: Usage['members']
}

/** The calls of members, which the bars do not show, also of those who answered none. */
function MemberTable({ usage, members }: MemberTableProps) {
  const { t, locale } = useLanguage()
  const totalColumns = useTotalColumns(usage)
  const count = (key: 'calls' | 'answered') => ({
    key,
    head: t(`usage.${key}`),
    align: 'right' as const,
    cell: (member: Usage['members'][number]) => formatCount(member[key], locale),
  })
  return (
    <details className="border-t border-line px-4.5 py-2.5 text-small">
      <summary className="w-max text-ink-soft">{t('usage.as-table')}</summary>
      <Table
        caption={t('usage.calls-by-member')}
        columns={[
          {
            key: 'member',
            head: t('usage.member'),
            cell: ({ name }) => (
              <span className="block min-w-32 wrap-anywhere">{name ?? t('members.nameless')}</span>
            ),
          },
          count('calls'),
          count('answered'),
          ...totalColumns,
        ]}
        rows={members}
        getRowKey={({ userId }) => userId ?? ''}
      />
    </details>
  )
}

export function ByCountry({ usage }: { usage: Usage }) {
  const { t, locale } = useLanguage()
  const totalColumns = useTotalColumns(usage)
  const countries = usage.countries.toSorted((a, b) => b.spendMicros - a.spendMicros || b.calls - a.calls)
  return (
    <Card title={t('usage.by-country')} padding="none">
      <Table
        caption={t('usage.by-country')}
        columns={[
          {
            key: 'country',
            head: t('usage.country'),
            cell: ({ country }) => (country ? formatCountry(country, locale) : t('usage.other-numbers')),
          },
          {
            key: 'calls',
            head: t('usage.calls'),
            align: 'right',
            cell: ({ calls }) => formatCount(calls, locale),
          },
          ...totalColumns,
        ]}
        rows={countries}
        getRowKey={({ country }) => country ?? ''}
      />
    </Card>
  )
}
