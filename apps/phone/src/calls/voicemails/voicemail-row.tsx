import { formatDay, formatDuration, formatFullTime, formatTime, Icon, IconButton, ListRow } from '@parley/ui'
import { Check, Phone, Undo2, Voicemail } from 'lucide-react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import type { DialState } from '../../dial/use-dialing.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { RouterLink } from '../../shell/router-link.tsx'
import { callBackName, callName, callTitle } from '../describe-call.ts'
import { DeleteVoicemail } from './delete-voicemail.tsx'
import { useSetDealtWith } from './use-set-dealt-with.ts'

export type Message = PhoneOutput<'GET /voicemails'>['items'][number]

interface VoicemailRowProps {
  message: Message
  dialing: DialState
}

/** A message of a caller. Its details play it. */
export function VoicemailRow({ message, dialing }: VoicemailRowProps) {
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
      action={
        <VoicemailActions message={message} name={name} dialing={dialing} setDealtWith={setDealtWith} />
      }
    />
  )
}

interface VoicemailActionsProps extends VoicemailRowProps {
  /** Of the caller. */
  name: string
  setDealtWith: ReturnType<typeof useSetDealtWith>
}

function VoicemailActions({ message, name, dialing, setDealtWith }: VoicemailActionsProps) {
  const language = useLanguage()
  const { t } = language
  const { call, dealtWith } = message
  const { number } = call
  const isDealtWith = dealtWith !== null
  return (
    <>
      <IconButton
        icon={isDealtWith ? Undo2 : Check}
        label={t(isDealtWith ? 'voicemail.mark-new' : 'voicemail.mark-dealt-with', { name })}
        onClick={() => setDealtWith.mutate({ callId: call.id, isDealtWith: !isDealtWith })}
      />
      <DeleteVoicemail callId={call.id} name={name} />
      {number && !dialing.isInCall(number) && (
        <IconButton
          icon={Phone}
          look="call"
          label={dialing.buttonLabel(callBackName(call, language))}
          onClick={() => dialing.dial({ to: number, title: callName(call, language) ?? undefined })}
        />
      )}
    </>
  )
}
