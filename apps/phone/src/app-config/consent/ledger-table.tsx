import type { announcementLedger } from '@parley/contract/phone'
import { formatDay, formatTime, Table } from '@parley/ui'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'

type Entry = announcementLedger.LedgerEntry

interface LedgerTableProps {
  items: readonly Entry[]
}

/** The announcements of recordings, each to one participant. */
export function LedgerTable({ items }: LedgerTableProps) {
  const { t } = useLanguage()
  const toMoment = useMoments()
  return (
    <Table
      caption={t('ledger.entries')}
      columns={[
        {
          key: 'time',
          head: t('ledger.time'),
          cell: ({ startedAt }) => (
            <span className="whitespace-nowrap tabular-nums">{toMoment(startedAt)}</span>
          ),
        },
        {
          key: 'participant',
          head: t('ledger.participant'),
          cell: (entry) => (
            <span className="block min-w-32 wrap-anywhere">
              <ParticipantName entry={entry} />
            </span>
          ),
        },
        {
          key: 'outcome',
          head: t('ledger.outcome'),
          cell: ({ outcome }) => (
            <span className={outcome === 'played' ? '' : 'font-semibold'}>
              {t(`ledger.outcome-${outcome}`)}
            </span>
          ),
        },
        {
          key: 'announcement',
          head: t('ledger.announcement'),
          cell: (entry) => <AnnouncementName entry={entry} />,
        },
        {
          key: 'call',
          head: t('ledger.call'),
          cell: ({ callId, callStartedAt }) => (
            <Link to="/" search={{ call: callId }} className="whitespace-nowrap">
              {toMoment(callStartedAt)}
            </Link>
          ),
        },
      ]}
      rows={items}
      getRowKey={({ id }) => id}
    />
  )
}

/** The participant, as the call names them now. */
function ParticipantName({ entry: { userName, number } }: { entry: Entry }) {
  const { t } = useLanguage()
  if (userName !== null) return userName
  return number === null ? t('ledger.no-participant') : formatNumber(number)
}

/** The announcement, and the beginning of the hash of its audio. */
function AnnouncementName({ entry: { language, announcementId, sha256 } }: { entry: Entry }) {
  const { t, locale } = useLanguage()
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return (
    <div className="min-w-40">
      {announcementId === null
        ? t('ledger.of-parley', { language: (language && names.of(language)) ?? '–' })
        : t('ledger.uploaded')}
      {sha256 !== null && (
        <code className="block font-mono text-ink-soft" title={sha256}>
          {sha256.slice(0, 12)}
        </code>
      )}
    </div>
  )
}

function useMoments(): (at: number) => string {
  const { locale } = useLanguage()
  const context = { locale, nowMs: Date.now() }
  return (at) => `${formatDay(at, context)}, ${formatTime(at, context)}`
}
