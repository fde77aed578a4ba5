import { formatDay, formatDuration, formatFullTime, formatTime, Icon, IconButton, ListRow } from '@parley/ui'
import { Check, Phone, Play, Voicemail, X } from 'lucide-react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import type { DialState } from '../../dial/use-dialling.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { RouterLink } from '../../shell/router-link.tsx'
import { callBackName, callName, callTitle } from '../describe-call.ts'
import { Player } from '../player/player.tsx'
import { MessageActions } from './message-actions.tsx'
import { useSetDealtWith } from './use-set-dealt-with.ts'

export type Message = PhoneOutput<'GET /voicemails'>['items'][number]

interface VoicemailRowProps {
  message: Message
  dialling: DialState
  isPlayerOpen: boolean
  onPlayerChange: (isOpen: boolean) => void
}

/** A message of a caller, with its player once the user has opened that. */
export function VoicemailRow(props: VoicemailRowProps) {
  const { message, isPlayerOpen } = props
  const language = useLanguage()
  const { t, locale } = language
  const { call, mailbox, durationMs, dealtWith } = message
  const setDealtWith = useSetDealtWith()
  const name = callTitle(call, language)
  const context = { locale, nowMs: Date.now() }
  const isDealtWith = setDealtWith.isPending ? setDealtWith.variables.isDealtWith : dealtWith !== null
  return (
    <ListRow
      leading={
        <span className={isDealtWith ? 'text-ink-soft' : 'text-accent'}>
          <Icon icon={isDealtWith ? Check : Voicemail} />
          <span className="sr-only">{t(isDealtWith ? 'voicemail.is-dealt-with' : 'voicemail.is-new')}</span>
        </span>
      }
      title={
        <RouterLink
          to="/"
          search={(before) => ({ ...before, call: call.id })}
          resetScroll={false}
          className={`text-ink! no-underline! hover:underline! ${isDealtWith ? 'font-normal' : ''}`}
        >
          {name}
        </RouterLink>
      }
      subtitle={[
        formatDuration(durationMs),
        t(`voicemail.for-${mailbox}`),
        call.recordingState === 'failed' ? t('player.broke-off') : null,
        call.recordingState === 'no-space' ? t('player.no-space') : null,
        dealtWith?.byName && isDealtWith ? t('voicemail.dealt-with-by', { name: dealtWith.byName }) : null,
      ]
        .filter(Boolean)
        .join(' · ')}
      values={
        <time
          dateTime={new Date(call.startedAt).toISOString()}
          title={formatFullTime(call.startedAt, context)}
        >
          <span className="block">{formatDay(call.startedAt, context)}</span>
          <span className="block text-ink-soft">{formatTime(call.startedAt, context)}</span>
        </time>
      }
      action={<VoicemailActions {...props} name={name} setDealtWith={setDealtWith} />}
      actionPlace="below-if-narrow"
      details={isPlayerOpen && <Player call={call} place="list" />}
    />
  )
}

interface VoicemailActionsProps extends VoicemailRowProps {
  /** Of the caller. */
  name: string
  setDealtWith: ReturnType<typeof useSetDealtWith>
}

function VoicemailActions(props: VoicemailActionsProps) {
  const { message, name, dialling, isPlayerOpen, setDealtWith } = props
  const language = useLanguage()
  const { t } = language
  const { call, dealtWith } = message
  const { number } = call
  return (
    <>
      <IconButton
        icon={isPlayerOpen ? X : Play}
        label={t(isPlayerOpen ? 'voicemail.close-player' : 'voicemail.play', { name })}
        aria-expanded={isPlayerOpen}
        onClick={() => props.onPlayerChange(!isPlayerOpen)}
      />
      <MessageActions
        callId={call.id}
        name={name}
        isDealtWith={dealtWith !== null}
        setDealtWith={setDealtWith}
      />
      {number && !dialling.isInCall(number) && (
        <IconButton
          icon={Phone}
          look="call"
          label={dialling.buttonLabel(callBackName(call, language))}
          onClick={() => dialling.dial({ to: number, title: callName(call, language) ?? undefined })}
        />
      )}
    </>
  )
}
