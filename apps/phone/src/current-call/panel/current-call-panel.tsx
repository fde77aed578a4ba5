import { Button, StatusDot } from '@parley/ui'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { isPhoneApiError } from '../../api/errors.ts'
import { callName, callTitle } from '../../calls/describe-call.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useStore } from '../../shell/hooks/store.ts'
import { useMediaQuery } from '../../shell/hooks/use-media-query.ts'
import { CallPanel } from '../active/call-panel.tsx'
import { findActiveCall } from '../manager/call-manager-state.ts'
import type { LocalCall } from '../manager/local-call.ts'
import { CallEnded } from './call-ended.tsx'
import { CallProblem } from './call-problem.tsx'
import { IncomingPanel, SecondCall } from './incoming-call.tsx'
import { usePanelFocus } from './use-panel-focus.ts'

interface CurrentCallPanelProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Width of the docked panel with its margin; drawers leave this space free. */
const dockedWidth = '22.25rem'

const layoutClasses = {
  docked: 'm-3 ml-0 w-86 rounded-card p-4.5 gap-4 short:gap-3',
  /** Docked, with the height of its content. */
  brief: 'm-3 ml-0 w-86 self-start rounded-card p-4.5 gap-4',
  bar: 'mx-2 mb-2 rounded-card px-3 py-2.5 gap-2.5',
  large:
    'gap-4 rounded-card px-6 py-5 sm:m-3 max-xl:fixed! max-xl:inset-y-0 max-xl:right-0 max-xl:left-20 xl:w-[52.5rem] xl:ml-0 max-sm:left-0 max-sm:rounded-none max-sm:px-4 max-sm:py-3.5 max-sm:gap-2.5',
  incoming:
    'gap-4 p-4.5 lg:m-3 lg:ml-0 lg:w-86 lg:rounded-card max-lg:fixed! max-lg:inset-x-3 max-lg:bottom-3 max-lg:left-24 max-lg:rounded-card max-sm:inset-x-0 max-sm:bottom-0 max-sm:left-0 max-sm:rounded-none max-sm:rounded-t-sheet max-sm:px-4',
}

/** The current call, in any state, on every route. Renders nothing without a call. */
export function CurrentCallPanel({ isOpen, onOpenChange }: CurrentCallPanelProps) {
  const language = useLanguage()
  const { t } = language
  const { callManager, me, socket, tool } = usePhone()
  const state = useStore(callManager)
  const isWide = useMediaQuery('(min-width: 1024px)')
  const link = useStore(socket)
  const clockOffsetMs = link.phase === 'ready' ? link.clockOffsetMs : 0
  const active = findActiveCall(state)
  const panel = useRef<HTMLElement>(null)
  // The focus may be inside the panel when it closes.
  useStore(tool)
  usePanelFocus(panel, active?.key ?? null)
  const [ringing] = state.incoming.filter(({ isAnswering }) => !isAnswering)
  const [remoteCalls] = state.remoteCalls
  const small = isWide ? 'docked' : 'bar'
  const brief = isWide ? 'brief' : 'bar'

  const incoming = ringing && {
    ...ringing,
    clockOffsetMs,
    onAnswer: () => callManager.answer(ringing.call.id),
    onDecline: () => void callManager.decline(ringing.call.id),
  }
  if (active) {
    const layout = isOpen ? 'large' : small
    return (
      <Frame panel={panel} place={layout} label={t('live.label')}>
        {incoming && <SecondCall {...incoming} />}
        <HeldCalls active={active} />
        <ActiveCall
          key={active.key}
          localCall={active}
          layout={layout}
          onOpenChange={onOpenChange}
          clockOffsetMs={clockOffsetMs}
        />
      </Frame>
    )
  }
  if (incoming) {
    return (
      <Frame panel={panel} place="incoming" label={t('live.label')}>
        <IncomingPanel {...incoming} />
      </Frame>
    )
  }
  const { problem, ended } = state
  const isEmergency = problem?.kind === 'refused' && isPhoneApiError(problem.refusal, 'EMERGENCY_NUMBER')
  if (problem && !isEmergency) {
    const { dialedNumber } = problem
    return (
      <Frame panel={panel} place={brief} label={t('live.label')}>
        <CallProblem
          problem={problem}
          onTryAgain={dialedNumber ? () => callManager.dial({ to: dialedNumber }) : null}
          onDismiss={callManager.dismissProblem}
        />
      </Frame>
    )
  }
  if (ended) {
    const { number } = ended
    const canCall = ended.direction === 'outgoing' && ended.answeredAt === null && number !== null
    return (
      <Frame panel={panel} place={brief} label={t('live.label')}>
        <CallEnded
          call={ended}
          onCallAgain={
            canCall
              ? () => callManager.dial({ to: number, title: callName(ended, language) ?? undefined })
              : null
          }
          onDismiss={callManager.dismissEnded}
        />
      </Frame>
    )
  }
  if (remoteCalls && me) {
    return (
      <Frame panel={panel} place={brief} label={t('live.label')}>
        <RemoteCall callId={remoteCalls.id} />
      </Frame>
    )
  }
  return null
}

function Frame({
  panel,
  place,
  label,
  children,
}: {
  panel: RefObject<HTMLElement | null>
  place: keyof typeof layoutClasses
  label: string
  children: ReactNode
}) {
  const isDocked = useMediaQuery('(min-width: 1024px)') && place !== 'large'
  useEffect(() => {
    if (!isDocked) return
    document.documentElement.style.setProperty('--drawer-inset', dockedWidth)
    return () => void document.documentElement.style.removeProperty('--drawer-inset')
  }, [isDocked])

  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={label}
      data-keeps-drawer
      className={`panel-region pointer-events-auto relative z-45 flex flex-col overflow-auto shadow-panel [grid-area:live] ${layoutClasses[place]}`}
    >
      {children}
    </aside>
  )
}

interface ActiveCallProps {
  localCall: LocalCall
  layout: 'docked' | 'bar' | 'large'
  clockOffsetMs: number
  onOpenChange: (isOpen: boolean) => void
}

function ActiveCall({ localCall, layout, clockOffsetMs, onOpenChange }: ActiveCallProps) {
  const { callManager, devices, levels, tones, tool, me } = usePhone()
  const handset = useStore(localCall.handset)
  const openTool = useStore(tool)
  const callLevels = useStore(levels)
  const { key } = localCall

  return (
    <CallPanel
      localCall={localCall}
      handset={handset}
      levels={callLevels}
      devices={devices}
      homeCountry={me.homeCountry}
      reconnectTimeoutMs={me.detachedKeepMs}
      clockOffsetMs={clockOffsetMs}
      tool={openTool}
      layout={layout}
      onOpenChange={onOpenChange}
      onTool={tool.set}
      onMute={(muted) => void callManager.setMuted(key, muted)}
      onHold={(onHold) => void callManager.setOnHold(key, onHold)}
      onRecord={(recording) => void callManager.setRecording(key, recording)}
      onKey={(digit) => {
        tones.key(digit)
        void callManager.sendDigits(key, digit)
      }}
      onAdd={(typed) => callManager.addParticipant(key, typed)}
      onRemove={(legId) => void callManager.removeParticipant(key, legId)}
      onSaveNotes={async (notes) => {
        if (localCall.call) await callManager.saveNotes(localCall.call.id, notes)
      }}
      onHangUp={() => void callManager.hangUp(key)}
      onPlay={() => void localCall.handset.resumePlayback()}
    />
  )
}

/** The other calls, which are on hold. */
function HeldCalls({ active }: { active: LocalCall }) {
  const language = useLanguage()
  const { t } = language
  const { callManager } = usePhone()
  const { localCalls } = useStore(callManager)

  return localCalls
    .filter(({ key }) => key !== active.key)
    .map((held) => (
      <div
        key={held.key}
        className="flex items-center gap-2.5 rounded-control bg-sunken px-3 py-2 text-small"
      >
        <StatusDot state="off" />
        <span className="min-w-0 flex-1 truncate">
          {t('live.other-on-hold', { name: held.call ? callTitle(held.call, language) : held.title })}
        </span>
        <Button size="small" onClick={() => void callManager.activate(held.key)}>
          {t('live.swap')}
        </Button>
      </div>
    ))
}

function RemoteCall({ callId }: { callId: string }) {
  const language = useLanguage()
  const { t } = language
  const { callManager } = usePhone()
  const call = useStore(callManager).remoteCalls.find(({ id }) => id === callId)
  if (!call) return null

  return (
    <div className="flex flex-wrap items-center gap-3">
      <StatusDot state="steady" />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-body font-semibold">{callTitle(call, language)}</h2>
        <p className="text-small text-ink-soft">{t('live.elsewhere')}</p>
      </div>
      <Button size="small" onClick={() => callManager.takeOver(callId)}>
        {t('live.move-here')}
      </Button>
    </div>
  )
}
