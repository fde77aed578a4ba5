import type { Call } from '@parley/contract/phone'
import { useStore } from '@parley/kit-react'
import { Avatar, Button, CallButton, formatCountry, formatRinging, Icon, StatusDot } from '@parley/ui'
import { PhoneIncoming, Voicemail } from 'lucide-react'
import { useId, useState } from 'react'
import { BlockButton } from '../../blocking/block-button.tsx'
import { findBlockableCaller } from '../../blocking/find-blockable-number.ts'
import { callTitle } from '../../calls/describe-call.ts'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { shortcutsSetting } from '../../settings/shortcuts-setting.ts'
import { useNow } from '../../shell/hooks/use-now.ts'

interface IncomingProps {
  call: Call
  /** Whether it rings for no other user. */
  isForUserAlone: boolean
  lastNotes: string
  isAnswering: boolean
  /** The name of the workspace of the call; null for the open one. */
  otherWorkspace: string | null
  clockOffsetMs: number
  onAnswer: () => void
  onDecline: () => void
  /** Null for a call that voicemail cannot answer. */
  onVoicemail: (() => Promise<void>) | null
}

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
      <Destination call={call} otherWorkspace={otherWorkspace} />
      <LastNote lastNotes={lastNotes} className="rounded-control bg-sunken px-3 py-2.5" />
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
    </div>
  )
}

/** The shortcuts of a ringing call. Renders nothing while they are turned off. */
function KeyHint({ hasVoicemail }: { hasVoicemail: boolean }) {
  const { t } = useLanguage()
  if (useStore(shortcutsSetting) === 'off') return null
  return (
    <p className="text-center text-small text-ink-soft max-lg:hidden">
      {t(hasVoicemail ? 'live.incoming-keys' : 'live.returned-keys')}
    </p>
  )
}

/** The notes of the last call with the caller. Renders nothing without notes. */
function LastNote({ lastNotes, className = '' }: Pick<IncomingProps, 'lastNotes'> & { className?: string }) {
  const { t } = useLanguage()
  if (!lastNotes) return null
  return (
    <div className={`text-small ${className}`}>
      <p className="text-label text-ink-soft">{t('live.last-note')}</p>
      <p className="line-clamp-4 break-words">{lastNotes}</p>
    </div>
  )
}

interface VoicemailButtonProps extends Pick<IncomingProps, 'isForUserAlone'> {
  size: 'large' | 'small'
  shortcuts?: Shortcuts
  className: string
  onVoicemail: () => Promise<void>
}

/** Sends the caller to voicemail, for all users for whom the call rings. It stays when voicemail cannot answer it. */
function VoicemailButton({
  size,
  isForUserAlone,
  className,
  onVoicemail,
  shortcuts = 'shown',
}: VoicemailButtonProps) {
  const { t } = useLanguage()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Button
      size={size}
      icon={Voicemail}
      className={className}
      aria-keyshortcuts={shortcuts === 'shown' ? 'V' : undefined}
      state={isBusy ? 'busy' : 'idle'}
      onClick={() => {
        setIsBusy(true)
        void onVoicemail().finally(() => setIsBusy(false))
      }}
    >
      {t(isForUserAlone ? 'live.voicemail' : 'live.voicemail-all')}
    </Button>
  )
}

/** Returns how long a call rings; one that has returned to the user, since it did. */
function useRingTime({ startedAt, transfer, parked }: Call, clockOffsetMs: number): string {
  const since = parked?.returnedAt ?? (transfer?.stage === 'returning' ? transfer.at : startedAt)
  return formatRinging(useNow() + clockOffsetMs - since)
}

/** Says why a call that the user has transferred or parked rings again. */
function ReturnNotice({ call: { transfer, parked } }: Pick<IncomingProps, 'call'>) {
  const { t } = useLanguage()
  if (parked) return <p className="text-center text-small">{t('parked.returned')}</p>
  if (transfer?.stage !== 'returning') return null
  return (
    <p className="text-center text-small break-words">
      {t('transfer.returned', { name: transfer.name ?? formatNumber(transfer.number) })}
    </p>
  )
}

function Destination({ call, otherWorkspace }: Pick<IncomingProps, 'call' | 'otherWorkspace'>) {
  const { t } = useLanguage()
  return (
    <>
      {otherWorkspace !== null && (
        <p className="text-center text-small wrap-anywhere">
          {t('live.other-workspace', { workspace: otherWorkspace })}
        </p>
      )}
      {call.ownNumber && (
        <p className="flex items-center justify-center gap-2 text-small text-ink-soft">
          <Icon icon={PhoneIncoming} size="small" />
          {t('live.to', { number: formatNumber(call.ownNumber) })}
        </p>
      )}
    </>
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

/** Whether the shortcuts apply to a call. */
type Shortcuts = 'shown' | 'none'

interface SecondCallProps extends IncomingProps {
  /** Whether this tab has a call. */
  during?: 'a call' | 'no call'
  shortcuts?: Shortcuts
}

/**
 * A second incoming call, during an active one or another that rings: a row inside the call panel. During a call, one in
 * another workspace cannot be answered, because the phone of that workspace replaces this one.
 */
export function SecondCall({
  call,
  isForUserAlone,
  lastNotes,
  isAnswering,
  otherWorkspace,
  clockOffsetMs,
  onAnswer,
  onDecline,
  onVoicemail,
  during = 'a call',
  shortcuts = 'shown',
}: SecondCallProps) {
  const { t } = useLanguage()
  const titleId = useId()
  const ringing = useRingTime(call, clockOffsetMs)
  const caller = { call, titleId, ringing, during, otherWorkspace }
  const canAnswer = otherWorkspace === null || during === 'no call'
  const keys = shortcuts === 'shown' ? { answer: 'A', decline: 'D' } : null

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
      </div>
    </div>
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
