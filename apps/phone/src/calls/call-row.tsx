import type { Call } from '@parley/contract/phone'
import { Badge, formatDuration, formatFullTime, formatTime, Icon, IconButton, ListRow } from '@parley/ui'
import { CircleDot, Phone } from 'lucide-react'
import { BlockButton } from '../blocking/block-button.tsx'
import { findBlockableCaller } from '../blocking/find-blockable-number.ts'
import type { DialState } from '../dial/use-dialling.ts'
import { type Language, useLanguage } from '../i18n/language.tsx'
import { RouterLink } from '../shell/router-link.tsx'
import { CallIcon } from './call-icon.tsx'
import {
  callBackName,
  callName,
  callOutcome,
  callOwner,
  callSubtitle,
  callTitle,
  missedByOthers,
  ringDurationMs,
  talkDurationMs,
} from './describe-call.ts'
import { AssignmentBadge, TagBadges } from './details/call-badges.tsx'

interface CallRowProps {
  call: Call
  nowMs: number
  dialling: DialState
  /** Names the member whose call it is: in lists with calls of others. */
  isOwnerShown: boolean
}

/** A row of the call list. */
export function CallRow({ call, nowMs, dialling, isOwnerShown }: CallRowProps) {
  const language = useLanguage()
  const { t, locale } = language
  const title = callTitle(call, language)
  const outcome = callOutcome(call)
  const isMissed = outcome === 'missed'

  return (
    <ListRow
      leading={<CallIcon call={call} />}
      title={
        <RouterLink
          to="/"
          search={(before) => ({ ...before, call: call.id })}
          // The list keeps its scroll position behind the drawer.
          resetScroll={false}
          data-arrow-item
          className={`no-underline! hover:underline! ${isMissed ? 'text-danger!' : 'text-ink!'}`}
        >
          {title}
        </RouterLink>
      }
      subtitle={
        <>
          {describeRow(call, isOwnerShown, language)}
          {call.tags.length > 0 && <span className="@min-[42rem]:hidden"> · {call.tags.join(', ')}</span>}
        </>
      }
      marks={
        <>
          <TagBadges tags={call.tags} />
          <AssignmentBadge assignment={call.assignment} />
          {call.voicemail?.dealtWith === null && <Badge tone="accent">{t('voicemail.is-new')}</Badge>}
          {call.recordings.length > 0 && (
            <span title={t('calls.recorded')}>
              <Icon icon={CircleDot} size="small" />
              <span className="sr-only">{t('calls.recorded')}</span>
            </span>
          )}
        </>
      }
      outcome={<span className={isMissed ? 'text-danger' : ''}>{t(`outcome.${outcome}`)}</span>}
      values={
        <>
          <time
            dateTime={new Date(call.startedAt).toISOString()}
            title={formatFullTime(call.startedAt, { locale, nowMs })}
          >
            {formatTime(call.startedAt, { locale, nowMs })}
          </time>
          <CallLength call={call} />
        </>
      }
      action={<CallRowActions call={call} dialling={dialling} />}
    />
  )
}

function CallRowActions({ call, dialling }: Pick<CallRowProps, 'call' | 'dialling'>) {
  const language = useLanguage()
  const { number } = call
  const caller = findBlockableCaller(call)
  return (
    <>
      {/* Narrow lists have no space to keep the buttons of all rows below each other. */}
      {caller ? <BlockButton number={caller} /> : <span className="w-10 @max-[28rem]:hidden" />}
      {number && !dialling.isInCall(number) ? (
        <IconButton
          icon={Phone}
          look="call"
          label={dialling.buttonLabel(callBackName(call, language))}
          onClick={() => dialling.dial({ to: number, title: callName(call, language) ?? undefined })}
        />
      ) : (
        <span className="w-10" />
      )}
    </>
  )
}

/** Returns whose call it was and who missed it, if they are shown, and its number or size. */
function describeRow(call: Call, isOwnerShown: boolean, language: Language): string {
  const members = isOwnerShown ? [callOwner(call, language), missedByOthers(call, language)] : []
  return [...members, callSubtitle(call, language)].filter(Boolean).join(' · ')
}

/** The length of a call or, in narrow lists, which hide the column of the outcome, its outcome. */
function CallLength({ call }: { call: Call }) {
  const { t } = useLanguage()
  const length = callLengthText(call, t)
  return (
    <span className={`text-ink-soft ${length === null ? '@min-[42rem]:hidden' : ''}`}>
      {length ?? t(`outcome.${callOutcome(call)}`)}
    </span>
  )
}

/** Returns how long the users talked, the message is, or the phone rang; null when the outcome says enough. */
function callLengthText(call: Call, t: ReturnType<typeof useLanguage>['t']): string | null {
  const talked = talkDurationMs(call)
  if (talked !== null) return formatDuration(talked)
  if (call.voicemail) return formatDuration(call.voicemail.durationMs)
  const rang = ringDurationMs(call)
  if (rang === null) return null
  return callOutcome(call) === 'missed' || call.endReason === 'no-answer'
    ? t('calls.rang', { length: formatDuration(rang) })
    : null
}
