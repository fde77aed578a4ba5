import type { Call } from '@parley/contract/phone'
import { useStore } from '@parley/kit-react'
import { Button, StatusDot } from '@parley/ui'
import { useRef } from 'react'
import { callTitle } from '../../calls/describe-call.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useMediaQuery } from '../../shell/hooks/use-media-query.ts'
import { consultedName, findConsultation, findUserName, waitingNames } from '../active/labels.ts'
import { canSendToVoicemail, findActiveCall } from '../manager/call-manager-state.ts'
import { useWaitingLists } from '../waiting/waiting-lists.tsx'
import { ActiveCall, HeldCalls } from './active-call.tsx'
import { IncomingPanel } from './incoming-call.tsx'
import { CallOutcome, hasOutcome, OtherCallOutcome } from './outcome/call-outcome.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { SecondCall } from './second-call.tsx'
import { usePanelFocus } from './use-panel-focus.ts'

interface CurrentCallPanelProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The current call, in any state, and the calls that wait for a member, on every route. Renders nothing without any. */
export function CurrentCallPanel({ isOpen, onOpenChange }: CurrentCallPanelProps) {
  const { callManager, tool } = usePhone()
  const state = useStore(callManager)
  const isWide = useMediaQuery('(min-width: 1024px)')
  const clockOffsetMs = useClockOffsetMs()
  const active = findActiveCall(state)
  const panel = useRef<HTMLElement>(null)
  usePanelFocus(panel, { activeKey: active?.key ?? null, tool: useStore(tool), isOpen })
  const [incoming, ...further] = useIncomingCalls(clockOffsetMs)
  const waitingLists = useWaitingLists(clockOffsetMs, active ? 'in-call' : 'free')
  const closeByKey = () => {
    if (tool.get() === 'none') onOpenChange(false)
    else tool.set('none')
  }

  if (active) {
    const layout = isOpen ? 'large' : isWide ? 'docked' : 'bar'
    return (
      <PanelFrame panel={panel} place={layout} onEscape={closeByKey}>
        {incoming && <SecondCall {...incoming} />}
        <FurtherCalls calls={further} during="a call" />
        {hasOutcome(state) && <OtherCallOutcome active={active} />}
        <HeldCalls active={active} />
        {waitingLists}
        <ActiveCall
          key={active.key}
          localCall={active}
          layout={layout}
          onOpenChange={onOpenChange}
          clockOffsetMs={clockOffsetMs}
        />
      </PanelFrame>
    )
  }
  if (incoming) {
    return (
      <PanelFrame panel={panel} place="incoming">
        <IncomingPanel {...incoming} />
        <FurtherCalls calls={further} during="no call" />
      </PanelFrame>
    )
  }
  const [remoteCall] = state.remoteCalls
  if (!hasOutcome(state) && !remoteCall && !waitingLists) return null
  return (
    <PanelFrame panel={panel} place={isWide ? 'brief' : 'bar'}>
      {hasOutcome(state) ? <CallOutcome /> : remoteCall && <RemoteCall call={remoteCall} />}
      {waitingLists}
    </PanelFrame>
  )
}

/** Returns service clock minus local clock. */
function useClockOffsetMs(): number {
  const connection = useStore(usePhone().socket)
  return connection.phase === 'ready' ? connection.clockOffsetMs : 0
}

/** Returns the calls that ring, with their actions. */
function useIncomingCalls(clockOffsetMs: number) {
  const { callManager, me } = usePhone()
  const ringing = useStore(callManager).incoming.filter(({ isAnswering }) => !isAnswering)
  return ringing.map((each) => ({
    ...each,
    otherWorkspace:
      each.workspaceId === me.workspace.id
        ? null
        : (me.workspaces.find(({ id }) => id === each.workspaceId)?.displayName ?? ''),
    clockOffsetMs,
    onAnswer: () => callManager.answer(each.call.id),
    onDecline: () => void callManager.decline(each.call.id),
    onVoicemail: canSendToVoicemail(each.call) ? () => callManager.sendToVoicemail(each.call.id) : null,
  }))
}

interface FurtherCallsProps {
  calls: ReturnType<typeof useIncomingCalls>
  during: 'a call' | 'no call'
}

/** The calls that ring after the first one, to which the shortcuts apply. */
function FurtherCalls({ calls, during }: FurtherCallsProps) {
  return calls.map((each) => <SecondCall key={each.call.id} {...each} during={during} shortcuts="none" />)
}

function RemoteCall({ call }: { call: Call }) {
  const language = useLanguage()
  const { t } = language
  const { callManager } = usePhone()
  const consultation = findConsultation(call)

  return (
    <div className="flex flex-wrap items-center gap-3">
      <StatusDot state="steady" />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-body font-semibold">{callTitle(call, language)}</h2>
        <p className="text-small text-ink-soft">{t('live.elsewhere')}</p>
        {consultation && (
          <p className="text-small break-words text-ink-soft">
            {t('transfer.who-waits', {
              user: findUserName(call, consultation),
              name: consultedName(consultation),
              others: waitingNames(call, language),
            })}
          </p>
        )}
      </div>
      <Button size="small" onClick={() => callManager.takeOver(call.id)}>
        {t('live.move-here')}
      </Button>
    </div>
  )
}
