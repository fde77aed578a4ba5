import { Button, Lamp } from '@parley/ui'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { isRefusal } from '../api/refusal.ts'
import { nameOfCall, titleOf } from '../calls/describe-call.ts'
import { CallPanel } from '../in-call/call-panel.tsx'
import { useStore } from '../live/store.ts'
import { useLanguage } from '../locales/language.tsx'
import { usePhone } from '../phone.tsx'
import { useMedia } from '../shell/use-media.ts'
import type { OwnCall } from '../switchboard/own-call.ts'
import { activeCall } from '../switchboard/switchboard-state.ts'
import { CallEnded } from './call-ended.tsx'
import { CallProblem } from './call-problem.tsx'
import { IncomingPanel, SecondCall } from './incoming-call.tsx'
import { usePanelFocus } from './use-panel-focus.ts'

interface LivePanelProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Width of the docked panel with its margin; drawers leave this space free. */
const dockedWidth = '22.25rem'

const places = {
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
export function LivePanel({ isOpen, onOpenChange }: LivePanelProps) {
  const language = useLanguage()
  const { t } = language
  const { switchboard, me, socket, tool } = usePhone()
  const state = useStore(switchboard)
  const isWide = useMedia('(min-width: 1024px)')
  const link = useStore(socket)
  const clockOffsetMs = link.phase === 'ready' ? link.clockOffsetMs : 0
  const active = activeCall(state)
  const panel = useRef<HTMLElement>(null)
  // The focus may be inside the panel when it closes.
  useStore(tool)
  usePanelFocus(panel, active?.key ?? null)
  const [ringing] = state.incoming.filter(({ isAnswering }) => !isAnswering)
  const [elsewhere] = state.elsewhere
  const small = isWide ? 'docked' : 'bar'
  const brief = isWide ? 'brief' : 'bar'

  const incoming = ringing && {
    ...ringing,
    clockOffsetMs,
    onAnswer: () => switchboard.answer(ringing.call.id),
    onDecline: () => void switchboard.decline(ringing.call.id),
  }
  if (active) {
    const layout = isOpen ? 'large' : small
    return (
      <Frame panel={panel} place={layout} label={t('live.label')}>
        {incoming && <SecondCall {...incoming} />}
        <HeldCalls active={active} />
        <Active
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
  const isEmergency = problem?.kind === 'refused' && isRefusal(problem.refusal, 'EMERGENCY_NUMBER')
  if (problem && !isEmergency) {
    const { dialled } = problem
    return (
      <Frame panel={panel} place={brief} label={t('live.label')}>
        <CallProblem
          problem={problem}
          onTryAgain={dialled ? () => switchboard.dial({ to: dialled }) : null}
          onDismiss={switchboard.dismissProblem}
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
              ? () => switchboard.dial({ to: number, title: nameOfCall(ended, language) ?? undefined })
              : null
          }
          onDismiss={switchboard.dismissEnded}
        />
      </Frame>
    )
  }
  if (elsewhere && me) {
    return (
      <Frame panel={panel} place={brief} label={t('live.label')}>
        <Elsewhere callId={elsewhere.id} />
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
  place: keyof typeof places
  label: string
  children: ReactNode
}) {
  const isDocked = useMedia('(min-width: 1024px)') && place !== 'large'
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
      className={`panel-region pointer-events-auto relative z-45 flex flex-col overflow-auto shadow-panel [grid-area:live] ${places[place]}`}
    >
      {children}
    </aside>
  )
}

interface ActiveProps {
  localCall: OwnCall
  layout: 'docked' | 'bar' | 'large'
  clockOffsetMs: number
  onOpenChange: (isOpen: boolean) => void
}

function Active({ localCall, layout, clockOffsetMs, onOpenChange }: ActiveProps) {
  const { switchboard, devices, levels, tones, tool, me } = usePhone()
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
      keptMs={me.detachedKeepMs}
      clockOffsetMs={clockOffsetMs}
      tool={openTool}
      layout={layout}
      onOpenChange={onOpenChange}
      onTool={tool.set}
      onMute={(muted) => void switchboard.setMuted(key, muted)}
      onHold={(onHold) => void switchboard.setOnHold(key, onHold)}
      onRecord={(recording) => void switchboard.setRecording(key, recording)}
      onKey={(digit) => {
        tones.key(digit)
        void switchboard.sendDigits(key, digit)
      }}
      onAdd={(typed) => switchboard.addParticipant(key, typed)}
      onRemove={(legId) => void switchboard.removeParticipant(key, legId)}
      onSaveNotes={async (notes) => {
        if (localCall.call) await switchboard.saveNotes(localCall.call.id, notes)
      }}
      onHangUp={() => void switchboard.hangUp(key)}
      onPlay={() => void localCall.handset.playNow()}
    />
  )
}

/** The other calls, which are on hold. */
function HeldCalls({ active }: { active: OwnCall }) {
  const language = useLanguage()
  const { t } = language
  const { switchboard } = usePhone()
  const { localCalls } = useStore(switchboard)

  return localCalls
    .filter(({ key }) => key !== active.key)
    .map((held) => (
      <div
        key={held.key}
        className="flex items-center gap-2.5 rounded-control bg-sunken px-3 py-2 text-small"
      >
        <Lamp state="off" />
        <span className="min-w-0 flex-1 truncate">
          {t('live.waits', { name: held.call ? titleOf(held.call, language) : held.title })}
        </span>
        <Button size="small" onClick={() => void switchboard.activate(held.key)}>
          {t('live.swap')}
        </Button>
      </div>
    ))
}

function Elsewhere({ callId }: { callId: string }) {
  const language = useLanguage()
  const { t } = language
  const { switchboard } = usePhone()
  const call = useStore(switchboard).elsewhere.find(({ id }) => id === callId)
  if (!call) return null

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Lamp state="steady" />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-body font-semibold">{titleOf(call, language)}</h2>
        <p className="text-small text-ink-soft">{t('live.elsewhere')}</p>
      </div>
      <Button size="small" onClick={() => switchboard.takeOver(callId)}>
        {t('live.take-here')}
      </Button>
    </div>
  )
}
