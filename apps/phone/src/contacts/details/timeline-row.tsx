import type { Call } from '@parley/contract/phone'
import {
  Badge,
  formatDate,
  formatDuration,
  formatFullTime,
  formatTimeOrDay,
  Icon,
  type IconType,
} from '@parley/ui'
import { CircleDot, ListTodo, MessageSquare, NotebookPen, Voicemail } from 'lucide-react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { CallIcon } from '../../calls/call-icon.tsx'
import { callOutcome, callOwner, talkDurationMs } from '../../calls/describe-call.ts'
import { type Language, useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { RouterLink } from '../../shell/router-link.tsx'

type Entry = PhoneOutput<'GET /contacts/{contact}/timeline'>['items'][number]

const icons: Readonly<Record<Exclude<Entry['kind'], 'call'>, IconType>> = {
  notes: NotebookPen,
  comment: MessageSquare,
  'action-item': ListTodo,
  recording: CircleDot,
  voicemail: Voicemail,
}

/** An entry of a timeline, which opens the details of its call. */
export function TimelineRow({ entry, call }: { entry: Entry; call: Call }) {
  const language = useLanguage()
  const { t, locale } = language
  const { me } = usePhone()
  const context = { locale, nowMs: Date.now() }
  const owner = call.userId !== null && call.userId !== me.user.id ? callOwner(call, language) : null
  const facts = [owner, ...listFacts(entry, call), ...listItemFacts(entry, language)]
    .filter(Boolean)
    .join(' · ')
  const text = entry.comment?.text ?? entry.actionItem?.text ?? (entry.kind === 'notes' ? call.notes : '')
  const isNew = entry.kind === 'voicemail' && call.voicemail?.dealtWith === null

  return (
    <li className="relative flex items-start gap-3 px-4.5 py-2.5 transition-colors hover:bg-hover">
      <span className="pt-0.5 text-ink-soft">
        {entry.kind === 'call' ? <CallIcon call={call} /> : <Icon icon={icons[entry.kind]} />}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <RouterLink
            to="/contacts"
            search={(before) => ({ ...before, call: call.id })}
            resetScroll={false}
            className="truncate font-semibold text-ink! no-underline! after:absolute after:inset-0 hover:underline!"
          >
            {describeEntry(entry, call, language)}
          </RouterLink>
          {isNew && <Badge tone="accent">{t('voicemail.is-new')}</Badge>}
        </div>
        {facts && <p className="text-small wrap-anywhere text-ink-soft">{facts}</p>}
        {text && <p className="mt-0.5 line-clamp-3 text-small wrap-anywhere whitespace-pre-line">{text}</p>}
      </div>
      <time
        className="pt-px text-small whitespace-nowrap text-ink-soft"
        dateTime={new Date(entry.at).toISOString()}
        title={formatFullTime(entry.at, context)}
      >
        {formatTimeOrDay(entry.at, context)}
      </time>
    </li>
  )
}

function describeEntry({ kind, comment }: Entry, call: Call, { t }: Language): string {
  if (kind === 'call') return t(`outcome.${callOutcome(call)}`)
  if (kind === 'comment') return t('timeline.comment-by', { name: comment?.userName ?? t('calls.unknown') })
  return t(`timeline.${kind}`)
}

/** Returns who is to do an action item, and by when. */
function listItemFacts({ actionItem }: Entry, { t, locale }: Language): string[] {
  if (!actionItem) return []
  const { owner, dueOn } = actionItem
  const date = dueOn !== null && formatDate(Date.parse(dueOn), { locale, timeZone: 'UTC' })
  return [
    owner?.name ?? t('analysis.item-no-owner'),
    ...(date === false ? [] : [t('analysis.item-due', { date })]),
  ]
}

/** Returns the length of a call, recording or message, and the tags of a call. */
function listFacts({ kind }: Entry, call: Call): string[] {
  if (kind === 'call') {
    const talked = talkDurationMs(call)
    return [...(talked === null ? [] : [formatDuration(talked)]), ...call.tags]
  }
  if (kind === 'voicemail') return call.voicemail ? [formatDuration(call.voicemail.durationMs)] : []
  if (kind !== 'recording') return []
  const ends = call.recordings.map(({ offsetMs, durationMs }) => offsetMs + durationMs)
  return ends.length === 0 ? [] : [formatDuration(Math.max(...ends))]
}
