import { unwrap } from '@parley/client'
import type { Call, VoicemailMessage } from '@parley/contract/phone'
import {
  Badge,
  Button,
  Callout,
  Card,
  Drawer,
  formatDay,
  formatDuration,
  formatFullTime,
  formatTime,
  Skeleton,
} from '@parley/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Phone, UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { isPhoneApiError } from '../api/errors.ts'
import { BlockButton } from '../blocking/block-button.tsx'
import { findBlockableNumber } from '../blocking/find-blockable-number.ts'
import { Destination } from '../current-call/panel/incoming-parts.tsx'
import { CallNotes } from '../current-call/tools/call-notes.tsx'
import { formatNumber } from '../dial/numbers/format-number.ts'
import { useDialling } from '../dial/use-dialling.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { RouterButtonLink } from '../shell/router-link.tsx'
import { AnalysisCard } from './analysis/analysis-card.tsx'
import { CallAnnouncements } from './call-announcements.tsx'
import { CallCost } from './call-cost.tsx'
import { ConversationCard } from './conversation/conversation-card.tsx'
import { Erased, RecordingDeleted } from './delete-recording.tsx'
import {
  callBackName,
  callName,
  callOutcome,
  callOwner,
  callTitle,
  isConference,
  legName,
  listParticipants,
  ringDurationMs,
  talkDurationMs,
} from './describe-call.ts'
import { AssignmentCard } from './details/assignment-card.tsx'
import { CommentsCard } from './details/comments-card.tsx'
import { TagsCard } from './details/tags-card.tsx'
import { History, MemberCalls, Participants } from './participants.tsx'
import { Player } from './player/player.tsx'
import { createPlaybackLink } from './transcript/playback-link.ts'
import { TranscriptCard } from './transcript/transcript-card.tsx'
import { MessageActions } from './voicemails/message-actions.tsx'
import { useSetDealtWith } from './voicemails/use-set-dealt-with.ts'

interface CallDrawerProps {
  callId: string
  onClose: () => void
}

/** The details of a call: participants, times, outcome, recording and notes. */
export function CallDrawer({ callId, onClose }: CallDrawerProps) {
  const language = useLanguage()
  const { t } = language
  const { queries } = usePhone()
  const call = useQuery(queries.call(callId))
  const isMissing =
    isPhoneApiError(call.error, 'CALL_NOT_FOUND') || isPhoneApiError(call.error, 'SCHEMA_ERROR')
  const title = call.data ? callTitle(call.data, language) : t(isMissing ? 'call.gone' : 'call.title')

  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={title}
      closeLabel={t('common.close')}
      subtitle={call.data && <CallFacts call={call.data} />}
      actions={call.data && <Actions call={call.data} />}
    >
      {call.isPending && (
        <div className="p-6">
          <Skeleton rows={3} label={t('common.loading')} />
        </div>
      )}
      {call.isError && (
        <div className="p-6">
          {isMissing ? (
            <p className="text-ink-soft">{t('call.gone-sentence')}</p>
          ) : (
            <ErrorAlert error={call.error} onTryAgain={() => void call.refetch()} />
          )}
        </div>
      )}
      {call.data && <Content call={call.data} />}
    </Drawer>
  )
}

function CallFacts({ call }: { call: Call }) {
  const language = useLanguage()
  const { t, locale } = language
  const { me } = usePhone()
  const { voicemail } = call
  const context = { locale, nowMs: Date.now() }
  const talked = talkDurationMs(call)
  const rang = ringDurationMs(call)
  const when = `${formatDay(call.startedAt, context)}, ${formatTime(call.startedAt, context)}`
  const participants = [...new Set(listParticipants(call).map((leg) => legName(leg, language, call)))]

  return (
    <>
      {listParticipants(call).length > 2 && <span>{participants.join(', ')}</span>}
      {call.name && call.number && <span className="whitespace-nowrap">{formatNumber(call.number)}</span>}
      <time title={formatFullTime(call.startedAt, context)}>{when}</time>
      {talked !== null && <span className="tabular-nums">{formatDuration(talked)}</span>}
      {voicemail && <VoicemailState message={voicemail} />}
      {rang !== null && (
        <span className="tabular-nums">{t('calls.rang', { length: formatDuration(rang) })}</span>
      )}
      {call.userId !== null && call.userId !== me.user.id && (
        <span>{t('call.owner', { name: callOwner(call, language) })}</span>
      )}
      {call.direction === 'incoming' && <Destination call={call} />}
      {call.direction === 'outgoing' && call.ownNumber && (
        <span className="whitespace-nowrap">{t('live.from', { number: formatNumber(call.ownNumber) })}</span>
      )}
    </>
  )
}

function VoicemailState({ message: { durationMs, dealtWith } }: { message: VoicemailMessage }) {
  const { t } = useLanguage()
  return (
    <>
      <span className="tabular-nums">{formatDuration(durationMs)}</span>
      {dealtWith ? (
        <span>
          {dealtWith.byName
            ? t('voicemail.dealt-with-by', { name: dealtWith.byName })
            : t('voicemail.is-dealt-with')}
        </span>
      ) : (
        <Badge tone="accent">{t('voicemail.is-new')}</Badge>
      )}
    </>
  )
}

function Actions({ call }: { call: Call }) {
  const language = useLanguage()
  const { t } = language
  const dialling = useDialling()
  const { number } = call
  if (!number) return <VoicemailActions call={call} />
  const blockable = findBlockableNumber(call)
  // A call back reaches one of several parties.
  const isOneOfSeveral = isConference(call)
  return (
    <div className="flex gap-2">
      <VoicemailActions call={call} />
      {blockable && <BlockButton number={blockable} />}
      {!call.contactId && (
        <RouterButtonLink to="/contacts" search={{ edit: 'new', number }} icon={UserPlus}>
          <span className="max-sm:sr-only">
            {isOneOfSeveral ? t('call.add-number', { number: formatNumber(number) }) : t('call.add-contact')}
          </span>
        </RouterButtonLink>
      )}
      {!dialling.isInCall(number) && (
        <Button
          variant="call"
          icon={Phone}
          onClick={() => dialling.dial({ to: number, title: callName(call, language) ?? undefined })}
        >
          {dialling.buttonLabel(isOneOfSeveral ? callBackName(call, language) : null)}
        </Button>
      )}
    </div>
  )
}

/** Renders nothing for a call without a message that the user reads. */
function VoicemailActions({ call }: { call: Call }) {
  const language = useLanguage()
  const setDealtWith = useSetDealtWith()
  if (!call.voicemail) return null
  return (
    <MessageActions
      callId={call.id}
      name={callTitle(call, language)}
      isDealtWith={call.voicemail.dealtWith !== null}
      setDealtWith={setDealtWith}
    />
  )
}

function Content({ call }: { call: Call }) {
  const language = useLanguage()
  const { t } = language
  const outcome = callOutcome(call)
  const player = useRef<HTMLDivElement>(null)
  const [playback] = useState(createPlaybackLink)
  const hasAudio = call.recordings.some(({ state }) => state === 'finished' || state === 'recovered')
  const showAt = (ms: number) => {
    playback.seek(ms)
    player.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      {hasAudio && (
        <div ref={player}>
          <Player call={call} link={playback} />
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 border-t border-line p-6 max-sm:p-4">
        {outcome !== 'answered' && outcome !== 'ongoing' && outcome !== 'ringing' && (
          <Callout
            tone={outcome === 'missed' || outcome === 'voicemail' ? 'neutral' : 'warning'}
            title={t(`ended.${outcome}`, { name: callTitle(call, language) })}
          >
            {call.sipAnswer && (
              <details>
                <summary className="w-max">{t('common.details')}</summary>
                <code className="font-mono">
                  {call.sipAnswer.code} {call.sipAnswer.phrase}
                </code>
              </details>
            )}
          </Callout>
        )}
        {call.recordings.some(({ state }) => state === 'recovered') && (
          <Callout title={t('player.recovered')} />
        )}
        {call.erasedAt !== null && <Erased at={call.erasedAt} />}
        {call.recordingDeleted && <RecordingDeleted deletion={call.recordingDeleted} />}
        {call.recordingState === 'failed' && <Callout title={t('player.broke-off')} />}
        {call.recordingState === 'no-space' && <Callout title={t('player.no-space')} />}
        {hasAudio && call.phase === 'ended' && <TranscriptCard call={call} playback={playback} />}
        {hasAudio && call.phase === 'ended' && <AnalysisCard call={call} playback={playback} />}
        <Card title={t('call.participants')} aside={<Badge>{t(`outcome.${outcome}`)}</Badge>} padding="none">
          <Participants call={call} />
        </Card>
        {hasAudio && call.phase === 'ended' && <ConversationCard call={call} onSeek={showAt} />}
        <History call={call} />
        {call.phase === 'ended' && <CallAnnouncements call={call} />}
        {call.costs.length > 0 && <CallCost costs={call.costs} />}
        {call.memberCalls.length > 0 && (
          <Card title={t('call.member-calls')} padding="none">
            <MemberCalls call={call} />
          </Card>
        )}
        {call.erasedAt === null && <Additions call={call} />}
      </div>
    </>
  )
}

/** The notes, tags, follow-up and comments of members. */
function Additions({ call }: { call: Call }) {
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const saveNotes = async (notes: string, signal: AbortSignal) => {
    const input = { params: { call: call.id }, body: { notes } }
    const saved = unwrap(await api('PUT /calls/{call}/notes', input, { signal }))
    queryClient.setQueryData(queries.call(call.id).queryKey, saved)
  }
  return (
    <>
      <CallNotes
        callId={call.id}
        initial={call.notes}
        onSave={saveNotes}
        variant="page"
        className="min-h-36"
      />
      <TagsCard call={call} />
      {call.phase === 'ended' && <AssignmentCard call={call} />}
      <CommentsCard callId={call.id} />
    </>
  )
}
