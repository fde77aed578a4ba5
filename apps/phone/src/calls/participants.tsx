import type { Call, Leg } from '@parley/contract/phone'
import { Avatar, Card, formatTime, getVoice } from '@parley/ui'
import { formatNumber } from '../dial/numbers/format-number.ts'
import { useLanguage } from '../i18n/language.tsx'
import { RouterLink } from '../shell/router-link.tsx'
import { legName, listParticipants } from './describe-call.ts'
import { describeHistory } from './describe-history.ts'

/** The participants of a call, with join and leave times and leave reasons. */
export function Participants({ call }: { call: Call }) {
  return (
    <ul className="[&>li+li]:border-t [&>li+li]:border-line">
      {listParticipants(call).map((leg, index) => (
        <Participant key={leg.id} call={call} leg={leg} index={index} />
      ))}
    </ul>
  )
}

/** The history of a call, with its times. Renders nothing without an entry. */
export function History({ call }: { call: Call }) {
  const language = useLanguage()
  const { t, locale } = language
  const entries = describeHistory(call, language)
  if (entries.length === 0) return null
  return (
    <Card title={t('history.title')} padding="none">
      <ul className="[&>li+li]:border-t [&>li+li]:border-line">
        {entries.map(({ at, sentence }) => (
          <li key={`${at} ${sentence}`} className="flex justify-between gap-3 px-4.5 py-2.5">
            <span className="min-w-0 wrap-anywhere">{sentence}</span>
            <time className="text-small whitespace-nowrap text-ink-soft tabular-nums">
              {formatTime(at, { locale, nowMs: Date.now() })}
            </time>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Links to the calls of the other members of a conference, with their recordings and notes. */
export function MemberCalls({ call }: { call: Call }) {
  const { t } = useLanguage()
  return (
    <ul className="[&>li+li]:border-t [&>li+li]:border-line">
      {call.memberCalls.map(({ id, userName }) => (
        <li key={id} className="truncate px-4.5 py-2.5">
          <RouterLink to="." search={(before) => ({ ...before, call: id })} resetScroll={false}>
            {userName ?? t('calls.not-answered')}
          </RouterLink>
        </li>
      ))}
    </ul>
  )
}

/** Says why a participant left; null while it is not known. */
function describeLeaving(call: Call, leg: Leg, t: ReturnType<typeof useLanguage>['t']): string | null {
  if (leg.leftReason !== 'hung-up') return leg.leftReason && t(`left.${leg.leftReason}`)
  const { transfer, marks } = call
  const own = marks.findLast(({ legId }) => legId === leg.id)?.type
  if (own === 'parked') return t('call.left-parked')
  if (own === 'left-connected') return t('call.left-connected')
  const isHandedOver = transfer && transfer.stage !== 'consulting' && leg.userId === transfer.userId
  return t(isHandedOver ? 'call.left-transferred' : 'left.hung-up')
}

function Participant({ call, leg, index }: { call: Call; leg: Leg; index: number }) {
  const language = useLanguage()
  const { t, locale } = language
  const context = { locale, nowMs: Date.now() }
  const name = legName(leg, language, call)

  return (
    <li className="flex items-center gap-3 px-4.5 py-2.5">
      <Avatar name={name} voice={getVoice(index)} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{name}</p>
        <p className="text-small text-ink-soft">
          {[leg.name && leg.number && formatNumber(leg.number), describeLeaving(call, leg, t)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <p className="text-small whitespace-nowrap text-ink-soft tabular-nums">
        {leg.joinedAt === null
          ? t('call.never-joined')
          : `${formatTime(leg.joinedAt, context)} – ${leg.leftAt === null ? t('call.still-in') : formatTime(leg.leftAt, context)}`}
      </p>
    </li>
  )
}
