import { Card, formatCount, formatDay, formatTime, Skeleton, Table } from '@parley/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { LoadMoreButton } from '../../shell/load-more-button.tsx'

type Refusal = PhoneOutput<'GET /limits/refusals'>['items'][number]

/** The calls that a limit or a rule stopped, the latest first. */
export function RefusalsCard() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const refusals = useInfiniteQuery(queries.refusals())
  const items = refusals.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Card title={t('refusals.title')} padding="none">
      {refusals.isPending && (
        <div className="p-4.5">
          <Skeleton label={t('common.loading')} />
        </div>
      )}
      {refusals.isSuccess && (
        <p className="max-w-[68ch] px-4.5 py-3 text-small text-ink-soft">
          {t(items.length === 0 ? 'refusals.none' : 'refusals.sentence')}
        </p>
      )}
      {items.length > 0 && <RefusalTable refusals={items} />}
      {refusals.isError && (
        <div className="p-4.5">
          <ErrorAlert error={refusals.error} onTryAgain={() => void refusals.refetch()} />
        </div>
      )}
      {refusals.hasNextPage && (
        <div className="border-t border-line px-4.5 py-3">
          <LoadMoreButton list={refusals} />
        </div>
      )}
    </Card>
  )
}

function RefusalTable({ refusals }: { refusals: readonly Refusal[] }) {
  const { t, locale } = useLanguage()
  const describeMember = useMemberNames()
  const describeLimit = useLimitNames()
  const context = { locale, nowMs: Date.now() }
  return (
    <div className="max-h-96 overflow-y-auto">
      <Table
        caption={t('refusals.title')}
        columns={[
          {
            key: 'at',
            head: t('refusals.time'),
            cell: ({ at }) => (
              <span className="whitespace-nowrap tabular-nums">
                {formatDay(at, context)}, {formatTime(at, context)}
              </span>
            ),
          },
          {
            key: 'member',
            head: t('refusals.member'),
            cell: ({ userId }) => (
              <span className="block min-w-32 wrap-anywhere">{describeMember(userId)}</span>
            ),
          },
          {
            key: 'number',
            head: t('refusals.number'),
            cell: ({ dialled }) => (
              <span className="block min-w-32 wrap-anywhere tabular-nums">{formatNumber(dialled)}</span>
            ),
          },
          {
            key: 'limit',
            head: t('refusals.limit'),
            cell: (refusal) => <span className="block min-w-40">{describeLimit(refusal)}</span>,
          },
        ]}
        rows={refusals}
        getRowKey={({ id }) => id}
      />
    </div>
  )
}

/** Returns a function that names the caller: null for a call that a trunk redirected. */
function useMemberNames(): (userId: string | null) => string {
  const { t } = useLanguage()
  const { me, queries } = usePhone()
  const colleagues = useQuery(queries.allColleagues())
  const names = new Map(colleagues.data?.items.map((colleague) => [colleague.userId, colleague.name]))
  return (userId) => {
    if (userId === null) return t('refusals.redirection')
    if (userId === me.user.id) return me.user.displayName ?? t('members.nameless')
    if (!names.has(userId)) return colleagues.data ? t('routing.unknown-member') : ''
    return names.get(userId) ?? t('members.nameless')
  }
}

const codes = [
  'CALL_LIMIT_PER_MINUTE',
  'CALL_LIMIT_CONCURRENT',
  'CALL_LIMIT_INSTALLATION',
  'CALL_LIMIT_MINUTES_PER_DAY',
  'CALL_LIMIT_SPEND_PER_DAY',
  'NO_PRICE',
  'EMERGENCY_NUMBER',
  'EMERGENCY_CALL_LIMIT_USER',
  'EMERGENCY_CALL_LIMIT_WORKSPACE',
  'PREMIUM_NUMBER',
  'COUNTRY_NOT_ALLOWED',
  'CALLER_ID_NOT_YOURS',
  'TRUNKS_NOT_GRANTED',
  'EMAIL_NOT_VERIFIED',
  'REDIRECTION_NOT_FOLLOWED',
] as const

/** Returns a function that names the limit, with its value at the time of the call. */
function useLimitNames(): (refusal: Refusal) => string {
  const { t, locale } = useLanguage()
  return ({ code, cap }) => {
    const known = codes.find((each) => each === code)
    return known
      ? t(`refusals.${known}`, { cap: cap === null ? '' : formatCount(cap, locale) })
      : t('refusals.other')
  }
}
