import { Button, StatusDot } from '@parley/ui'
import { useId } from 'react'
import { callTitle } from '../../calls/describe-call.ts'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import {
  Destination,
  type IncomingProps,
  KeyHint,
  LastNote,
  ReturnNotice,
  type Shortcuts,
  useRingTime,
  VoicemailButton,
} from './incoming-parts.tsx'

interface SecondCallProps extends IncomingProps {
  /** Whether this tab has a call. */
  during?: 'a call' | 'no call'
  shortcuts?: Shortcuts
}

/**
 * A second incoming call, during an active one or another that rings: a row inside the call panel. During a call, one in
 * another workspace cannot be answered, because the phone of that workspace replaces this one.
 */
export function SecondCall(props: SecondCallProps) {
  const { call, lastNotes, otherWorkspace, clockOffsetMs, during = 'a call' } = props
  const titleId = useId()
  const ringing = useRingTime(call, clockOffsetMs)
  const caller = { call, titleId, ringing, during, otherWorkspace }

  return (
    <div
      role="alertdialog"
      aria-modal="false"
      aria-labelledby={titleId}
      className="@container shrink-0 rounded-control bg-sunken p-2.5 shadow-[inset_0_0_0_1px_var(--lamp)]"
    >
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
        <StatusDot state="ringing" />
        <SecondCaller {...caller} />
        <LastNote lastNotes={lastNotes} className="basis-full" />
        <SecondCallAnswers {...props} />
      </div>
    </div>
  )
}

function SecondCallAnswers({
  isForUserAlone,
  isAnswering,
  otherWorkspace,
  onAnswer,
  onDecline,
  onVoicemail,
  during = 'a call',
  shortcuts = 'shown',
}: SecondCallProps) {
  const { t } = useLanguage()
  const canAnswer = otherWorkspace === null || during === 'no call'
  const keys = shortcuts === 'shown' ? { answer: 'A', decline: 'D' } : null

  return (
    <>
      <div className="flex basis-full flex-wrap gap-2">
        {canAnswer && (
          <Button
            variant="call"
            size="small"
            className="flex-1 whitespace-nowrap @max-[20rem]:basis-full"
            state={isAnswering ? 'busy' : 'idle'}
            aria-keyshortcuts={keys?.answer}
            onClick={onAnswer}
          >
            {t(during === 'a call' ? 'live.hold-and-answer' : 'live.answer')}
          </Button>
        )}
        {onVoicemail && (
          <VoicemailButton
            size="small"
            isForUserAlone={isForUserAlone}
            shortcuts={shortcuts}
            className="flex-1 whitespace-nowrap"
            onVoicemail={onVoicemail}
          />
        )}
        <Button
          size="small"
          className="flex-1 whitespace-nowrap"
          aria-keyshortcuts={keys?.decline}
          onClick={onDecline}
        >
          {t('live.decline')}
        </Button>
      </div>
      {canAnswer && keys && (
        <div className="basis-full">
          <KeyHint hasVoicemail={onVoicemail !== null} />
        </div>
      )}
    </>
  )
}

interface SecondCallerProps extends Pick<SecondCallProps, 'call' | 'otherWorkspace' | 'during'> {
  titleId: string
  /** How long the call has rung. */
  ringing: string
}

function SecondCaller({ call, titleId, ringing, otherWorkspace, during }: SecondCallerProps) {
  const language = useLanguage()
  const { t } = language
  return (
    <div className="min-w-0 flex-1">
      <p id={titleId} className="truncate font-semibold">
        {t('live.is-calling', { name: callTitle(call, language) })}
      </p>
      {call.name && call.number && (
        <p className="text-small whitespace-nowrap">{formatNumber(call.number)}</p>
      )}
      <p className="text-small text-ink-soft tabular-nums">{t('live.second-call', { time: ringing })}</p>
      <p className="flex flex-wrap gap-x-2 text-small text-ink-soft">
        <Destination call={call} />
      </p>
      <ReturnNotice call={call} />
      {otherWorkspace !== null && (
        <p className="text-small text-ink-soft wrap-anywhere">
          {t(during === 'a call' ? 'live.other-workspace-later' : 'live.other-workspace', {
            workspace: otherWorkspace,
          })}
        </p>
      )}
    </div>
  )
}
