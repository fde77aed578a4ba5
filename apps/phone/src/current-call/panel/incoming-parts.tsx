import type { Call } from '@parley/contract/phone'
import { useStore } from '@parley/kit-react'
import { Button, formatNames, formatRinging } from '@parley/ui'
import { Voicemail } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { shortcutsSetting } from '../../settings/shortcuts-setting.ts'
import { useNow } from '../../shell/hooks/use-now.ts'

export interface IncomingProps {
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

/** Whether the shortcuts apply to a call. */
export type Shortcuts = 'shown' | 'none'

/** The shortcuts of a ringing call. Renders nothing while they are turned off. */
export function KeyHint({ hasVoicemail }: { hasVoicemail: boolean }) {
  const { t } = useLanguage()
  if (useStore(shortcutsSetting) === 'off') return null
  return (
    <p className="text-center text-small text-ink-soft max-lg:hidden">
      {t(hasVoicemail ? 'live.incoming-keys' : 'live.returned-keys')}
    </p>
  )
}

/** The notes of the last call with the caller. Renders nothing without notes. */
export function LastNote({
  lastNotes,
  className = '',
}: Pick<IncomingProps, 'lastNotes'> & { className?: string }) {
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
export function VoicemailButton({
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
export function useRingTime({ startedAt, transfer, parked }: Call, clockOffsetMs: number): string {
  const since = parked?.returnedAt ?? (transfer?.stage === 'returning' ? transfer.at : startedAt)
  return formatRinging(useNow() + clockOffsetMs - since)
}

/** The number that was called, and the menus, queues and groups through which the call came. */
export function Destination({ call: { ownNumber, via } }: Pick<IncomingProps, 'call'>) {
  const { t, locale } = useLanguage()
  return (
    <>
      {ownNumber && (
        <span className="whitespace-nowrap">{t('live.to', { number: formatNumber(ownNumber) })}</span>
      )}
      {via.length > 0 && (
        <span className="wrap-anywhere">{t('live.via', { names: formatNames(via, locale) })}</span>
      )}
    </>
  )
}

/** Says why a call that the user has transferred or parked rings again. */
export function ReturnNotice({ call: { transfer, parked } }: Pick<IncomingProps, 'call'>) {
  const { t } = useLanguage()
  if (parked) return <p className="text-center text-small">{t('parked.returned')}</p>
  if (transfer?.stage !== 'returning') return null
  return (
    <p className="text-center text-small break-words">
      {t('transfer.returned', { name: transfer.name ?? formatNumber(transfer.number) })}
    </p>
  )
}
