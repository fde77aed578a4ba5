import type { Call } from '@parley/contract/phone'
import {
  Badge,
  Button,
  Card,
  Drawer,
  formatDay,
  formatFullTime,
  formatLength,
  formatTime,
  Note,
  Skeleton,
} from '@parley/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Phone, UserPlus } from 'lucide-react'
import { isRefusal } from '../api/refusal.ts'
import { useDialling } from '../dial/use-dialling.ts'
import { CallNotes } from '../in-call/call-notes.tsx'
import { useLanguage } from '../locales/language.tsx'
import { formatNumber } from '../numbers/format-number.ts'
import { usePhone } from '../phone.tsx'
import { FailureNote } from '../shell/failure-note.tsx'
import { RouterButtonLink } from '../shell/router-link.tsx'
import { RecordingDeleted } from './delete-recording.tsx'
import { nameOfCall, nameOfLeg, outcomeOf, rangMs, talkedMs, titleOf } from './describe-call.ts'
import { Participants } from './participants.tsx'
import { Player } from './player.tsx'

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
  const isGone = isRefusal(call.error, 'CALL_NOT_FOUND') || isRefusal(call.error, 'SCHEMA_ERROR')
  const title = call.data ? titleOf(call.data, language) : t(isGone ? 'call.gone' : 'call.title')

  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={title}
      closeLabel={t('common.close')}
      second={call.data && <Facts call={call.data} />}
      actions={call.data && <Actions call={call.data} />}
    >
      {call.isPending && (
        <div className="p-6">
          <Skeleton rows={3} label={t('common.loading')} />
        </div>
      )}
      {call.isError && (
        <div className="p-6">
          {isGone ? (
            <p className="text-ink-soft">{t('call.gone-sentence')}</p>
          ) : (
            <FailureNote error={call.error} onTryAgain={() => void call.refetch()} />
          )}
        </div>
      )}
      {call.data && <Content call={call.data} />}
    </Drawer>
  )
}

function Facts({ call }: { call: Call }) {
  const language = useLanguage()
  const { t, locale } = language
  const context = { locale, nowMs: Date.now() }
  const talked = talkedMs(call)
  const rang = rangMs(call)
  const when = `${formatDay(call.startedAt, context)}, ${formatTime(call.startedAt, context)}`
  const people = [...new Set(call.legs.map((leg) => nameOfLeg(leg, language)))]

  return (
    <>
      {call.legs.length > 2 && <span>{people.join(', ')}</span>}
      {call.name && call.number && <span className="whitespace-nowrap">{formatNumber(call.number)}</span>}
      <time title={formatFullTime(call.startedAt, context)}>{when}</time>
      {talked !== null && <span className="tabular-nums">{formatLength(talked)}</span>}
      {rang !== null && (
        <span className="tabular-nums">{t('calls.rang', { length: formatLength(rang) })}</span>
      )}
      {call.ownNumber && (
        <span className="whitespace-nowrap">
          {t(call.direction === 'outgoing' ? 'live.from' : 'live.to', {
            number: formatNumber(call.ownNumber),
          })}
        </span>
      )}
    </>
  )
}

function Actions({ call }: { call: Call }) {
  const language = useLanguage()
  const { t } = language
  const dialling = useDialling()
  const { number } = call
  if (!number) return null
  return (
    <div className="flex gap-2">
      {!call.contactId && (
        <RouterButtonLink
          to="/contacts"
          search={{ edit: 'new', number }}
          icon={UserPlus}
          className="max-sm:hidden"
        >
          {t('call.add-contact')}
        </RouterButtonLink>
      )}
      <Button
        variant="call"
        icon={Phone}
        onClick={() => dialling.dial({ to: number, title: nameOfCall(call, language) ?? undefined })}
      >
        {dialling.wordFor(null)}
      </Button>
    </div>
  )
}

function Content({ call }: { call: Call }) {
  const language = useLanguage()
  const { t } = language
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const outcome = outcomeOf(call)

  const saveNotes = async (notes: string) => {
    const saved = await api('PUT /calls/{call}/notes', { params: { call: call.id }, body: { notes } })
    queryClient.setQueryData(queries.call(call.id).queryKey, saved)
  }
  return (
    <>
      {call.recordings.some(({ state }) => state === 'finished' || state === 'recovered') && (
        <Player call={call} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 border-t border-line p-6 max-sm:p-4">
        {outcome !== 'answered' && outcome !== 'ongoing' && (
          <Note
            tone={outcome === 'missed' ? 'neutral' : 'warning'}
            title={t(`ended.${outcome}`, { name: titleOf(call, language) })}
          >
            {call.sipAnswer && (
              <details>
                <summary className="w-max">{t('common.details')}</summary>
                <code className="font-mono">
                  {call.sipAnswer.code} {call.sipAnswer.phrase}
                </code>
              </details>
            )}
          </Note>
        )}
        {call.recordings.some(({ state }) => state === 'recovered') && <Note title={t('player.recovered')} />}
        {call.recordingDeleted && <RecordingDeleted deletion={call.recordingDeleted} />}
        {call.recordingState === 'failed' && <Note title={t('player.broke-off')} />}
        <Card title={t('call.participants')} aside={<Badge>{t(`outcome.${outcome}`)}</Badge>} padding="none">
          <Participants call={call} />
        </Card>
        <CallNotes
          callId={call.id}
          initial={call.notes}
          onSave={saveNotes}
          place="page"
          className="min-h-36"
        />
      </div>
    </>
  )
}
