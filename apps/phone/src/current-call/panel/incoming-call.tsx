import type { Call } from '@parley/contract/phone'
import { Avatar, CallButton, formatCountry, Icon, StatusDot } from '@parley/ui'
import { PhoneIncoming } from 'lucide-react'
import { useId } from 'react'
import { BlockButton } from '../../blocking/block-button.tsx'
import { findBlockableCaller } from '../../blocking/find-blockable-number.ts'
import { callTitle } from '../../calls/describe-call.ts'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import {
  Destination,
  type IncomingProps,
  KeyHint,
  LastNote,
  ReturnNotice,
  useRingTime,
  VoicemailButton,
} from './incoming-parts.tsx'

/**
 * An incoming call. Does not take the focus, because the user may be typing; shortcuts and a live region
 * cover it.
 */
export function IncomingPanel({
  call,
  isForUserAlone,
  lastNotes,
  isAnswering,
  otherWorkspace,
  clockOffsetMs,
  onAnswer,
  onDecline,
  onVoicemail,
}: IncomingProps) {
  const { t } = useLanguage()
  const titleId = useId()
  const ringing = useRingTime(call, clockOffsetMs)
  // A number that is blocked here would be blocked for the open workspace.
  const caller = otherWorkspace === null ? findBlockableCaller(call) : null

  return (
    <div
      role="alertdialog"
      aria-modal="false"
      aria-labelledby={titleId}
      className="flex flex-1 flex-col gap-4"
    >
      <div className="flex items-center justify-between text-small">
        <span className="flex items-center gap-2">
          <StatusDot state="ringing" />
          {t('live.incoming')}
        </span>
        <span className="flex items-center gap-1">
          <span className="text-ink-soft tabular-nums">{t('live.rings', { time: ringing })}</span>
          {caller && <BlockButton number={caller} />}
        </span>
      </div>
      <Caller call={call} titleId={titleId} />
      <ReturnNotice call={call} />
      {otherWorkspace !== null && (
        <p className="text-center text-small wrap-anywhere">
          {t('live.other-workspace', { workspace: otherWorkspace })}
        </p>
      )}
      {call.ownNumber && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-center text-small text-ink-soft">
          <Icon icon={PhoneIncoming} size="small" />
          <Destination call={call} />
        </p>
      )}
      <LastNote lastNotes={lastNotes} className="rounded-control bg-sunken px-3 py-2.5" />
      <Answers
        isForUserAlone={isForUserAlone}
        isAnswering={isAnswering}
        onAnswer={onAnswer}
        onDecline={onDecline}
        onVoicemail={onVoicemail}
      />
    </div>
  )
}

function Answers({
  isForUserAlone,
  isAnswering,
  onAnswer,
  onDecline,
  onVoicemail,
}: Omit<IncomingProps, 'call' | 'lastNotes' | 'otherWorkspace' | 'clockOffsetMs'>) {
  const { t } = useLanguage()
  return (
    <div className="mt-auto grid gap-2.5">
      <CallButton
        action="open"
        width="full"
        state={isAnswering ? 'busy' : 'idle'}
        aria-keyshortcuts="A"
        onClick={onAnswer}
      >
        {t('live.answer')}
      </CallButton>
      <div className="flex flex-wrap gap-2.5">
        {onVoicemail && (
          <VoicemailButton
            size="large"
            isForUserAlone={isForUserAlone}
            className="flex-1 whitespace-nowrap"
            onVoicemail={onVoicemail}
          />
        )}
        <CallButton action="close" className="flex-1" aria-keyshortcuts="D" onClick={onDecline}>
          {t('live.decline')}
        </CallButton>
      </div>
      <KeyHint hasVoicemail={onVoicemail !== null} />
    </div>
  )
}

function Caller({ call, titleId }: { call: Call; titleId: string }) {
  const language = useLanguage()
  const { t, locale } = language
  const name = callTitle(call, language)
  return (
    <div className="grid justify-items-center pt-5 text-center max-sm:pt-2">
      <Avatar
        name={name}
        size="huge"
        className="mb-2.5 bg-raised! text-ink! shadow-[0_0_0_2px_var(--panel),0_0_0_4px_var(--lamp)]"
      />
      <h2 id={titleId} className="text-page wrap-anywhere">
        {name}
      </h2>
      {call.name && call.number ? (
        <p className="mt-1.5 text-lead whitespace-nowrap">{formatNumber(call.number)}</p>
      ) : (
        <p className="text-ink-soft">
          {t(call.number ? 'calls.not-in-contacts' : 'calls.withheld-sentence')}
        </p>
      )}
      {call.country && !call.name && (
        <p className="text-small text-ink-soft">{formatCountry(call.country, locale)}</p>
      )}
    </div>
  )
}
