import { Button, CallButton } from '@parley/ui'
import { MicOff } from 'lucide-react'
import { useId } from 'react'
import { callSubtitle } from '../../calls/describe-call.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { AudioSettings } from '../../settings/audio-settings.tsx'
import { CallControls } from '../tools/call-controls.tsx'
import { CallKeypad } from '../tools/call-keypad.tsx'
import { CallNotes } from '../tools/call-notes.tsx'
import { Consultation } from '../tools/consultation.tsx'
import { InviteForm } from '../tools/invite-form.tsx'
import { LevelTracks, ParticipantList } from '../tools/participants.tsx'
import { RecordingPanel } from '../tools/recording-panel.tsx'
import { CallBar } from './call-bar.tsx'
import type { CallPanelProps } from './call-panel-props.ts'
import { StateLine, TimerLine } from './call-state-line.tsx'
import { CallWarnings } from './call-warnings.tsx'
import { hangUpHint, hangUpLabel } from './hang-up-effect.ts'
import { canLeaveConnected, findConsultation, isOnHold, panelTitle, presentLegs } from './labels.ts'

/** The active call. */
export function CallPanel(props: CallPanelProps) {
  if (props.layout === 'bar') return <CallBar {...props} />
  return props.layout === 'large' ? <LargeCall {...props} /> : <DockedCall {...props} />
}

/** The docked layout, beside the page. An open tool hides less important parts so that nothing scrolls. */
function DockedCall(props: CallPanelProps) {
  const language = useLanguage()
  const { localCall, tool } = props
  const name = panelTitle(localCall, language)

  return (
    <>
      <StateLine {...props} />
      <div className={tool === 'none' ? 'contents' : 'flex gap-4'}>
        <div className={tool === 'none' ? 'flex items-start justify-between gap-2' : 'min-w-0 flex-1'}>
          <div className="min-w-0">
            <h2 className={`text-title ${tool === 'none' ? 'wrap-anywhere' : 'truncate'}`}>{name}</h2>
            {localCall.call &&
              !localCall.call.hasEmergencyService &&
              presentLegs(localCall.call).length < 3 && (
                <p className="text-small wrap-anywhere text-ink-soft">
                  {callSubtitle(localCall.call, language)}
                </p>
              )}
          </div>
          {tool === 'none' && props.blockButton}
        </div>
        <TimerLine {...props} />
      </div>
      <CallWarnings {...props} />
      {localCall.call && (
        <Consultation call={localCall.call} ownLegId={localCall.legId} onEnd={props.onTransferEnd} />
      )}
      {localCall.call &&
        (tool === 'none' ||
          localCall.call.recordingState !== 'off' ||
          localCall.call.otherRecorders.length > 0) && (
          <RecordingPanel call={localCall.call} onRecord={props.onRecord} />
        )}
      {tool === 'none' && localCall.call?.answeredAt && !findConsultation(localCall.call) && (
        <LevelTracks call={localCall.call} ownLegId={localCall.legId} levels={props.levels} />
      )}
      <Controls {...props} />
      <OpenToolView {...props} />
      {tool === 'none' && localCall.call && <NotesSection {...props} />}
      {/* With three participants, the sticky hang-up button would cover the tags; the large layout shows them. */}
      {tool === 'none' &&
        props.leg.connection.phase !== 'reconnecting' &&
        localCall.call &&
        presentLegs(localCall.call).length < 3 &&
        props.tags}
      <TalkingWhileMuted {...props} />
      <HangUpButton {...props} />
    </>
  )
}

/** Always visible, whatever is open above it. */
function HangUpButton(props: CallPanelProps) {
  const language = useLanguage()
  const isLarge = props.layout === 'large'
  const hintId = useId()
  const hint = hangUpHint(props.localCall, language)
  return (
    <div className="sticky -bottom-4.5 z-1 mt-auto -mb-4.5 flex shrink-0 flex-wrap items-center justify-end gap-x-4 gap-y-1.5 bg-panel pt-1 pb-4.5 max-sm:-bottom-3.5 max-sm:-mb-3.5 max-sm:pb-3.5">
      {hint && (
        <p id={hintId} className="grow basis-60 text-small text-ink-soft">
          {hint}
        </p>
      )}
      <CallButton
        action="close"
        width="full"
        className={isLarge ? 'sm:w-max! sm:px-6!' : ''}
        aria-describedby={hint ? hintId : undefined}
        onClick={props.onHangUp}
      >
        {hangUpLabel(props.localCall, language)}
      </CallButton>
    </div>
  )
}

function LargeCall(props: CallPanelProps) {
  const language = useLanguage()
  const { localCall } = props
  const name = panelTitle(localCall, language)

  return (
    <>
      <StateLine {...props} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="min-w-0 text-title wrap-anywhere sm:text-page">{name}</h2>
        <span className="flex items-center gap-2 max-sm:grow">
          <TimerLine {...props} />
          {props.blockButton}
        </span>
      </div>
      <CallWarnings {...props} />
      {localCall.call && (
        <Consultation call={localCall.call} ownLegId={localCall.legId} onEnd={props.onTransferEnd} />
      )}
      {localCall.call && (
        <ParticipantList
          call={localCall.call}
          ownLegId={localCall.legId}
          levels={props.levels}
          onRemove={props.onRemove}
        />
      )}
      <div className="grid flex-1 shrink-0 grid-cols-[minmax(0,1fr)] content-start gap-3 sm:grid-cols-[19rem_minmax(0,1fr)] sm:content-stretch sm:gap-6">
        <div className={`flex flex-col max-sm:order-2 ${props.tool === 'none' ? 'max-sm:hidden' : ''}`}>
          {props.tool !== 'none' && props.tool !== 'keypad' ? (
            <OpenToolView {...props} />
          ) : (
            <CallKeypad sent={localCall.sentDigits} onKey={props.onKey} />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-2">
          <Controls {...props} />
          {localCall.call && <RecordingPanel call={localCall.call} onRecord={props.onRecord} />}
          {localCall.call && (
            <NotesSection {...props} className={props.tool === 'none' ? '' : 'max-sm:hidden'} />
          )}
          <div className={props.tool === 'none' ? '' : 'max-sm:hidden'}>{props.tags}</div>
        </div>
      </div>
      <TalkingWhileMuted {...props} />
      <HangUpButton {...props} />
    </>
  )
}

function Controls(props: CallPanelProps) {
  const { localCall, leg } = props
  return (
    <CallControls
      isMuted={leg.isMuted}
      isOnHold={isOnHold(localCall.call)}
      isConsulting={localCall.call !== null && findConsultation(localCall.call) !== null}
      isAnswered={localCall.call?.phase === 'talking' || localCall.call?.phase === 'on-hold'}
      isEmergency={localCall.call?.hasEmergencyService ?? false}
      tool={props.tool}
      onMute={props.onMute}
      onHold={props.onHold}
      onTool={props.onTool}
      onPark={props.onPark}
      onLeave={
        canLeaveConnected(localCall.call, localCall.legId) ? () => props.onTransferEnd('complete') : null
      }
    />
  )
}

function OpenToolView(props: CallPanelProps) {
  switch (props.tool) {
    case 'none':
      return null
    case 'keypad':
      return <CallKeypad sent={props.localCall.sentDigits} onKey={props.onKey} />
    case 'audio':
      return <AudioSettings devices={props.devices} microphoneLevel={props.leg.microphoneLevel} />
    case 'add':
    case 'transfer':
      return (
        <InviteForm
          purpose={props.tool}
          homeCountry={props.homeCountry}
          onInvite={props.onInvite}
          onDone={() => props.onTool('none')}
        />
      )
  }
}

function NotesSection({ localCall, onSaveNotes, className = '' }: CallPanelProps & { className?: string }) {
  if (!localCall.call) return null
  return (
    <CallNotes
      key={localCall.call.id}
      callId={localCall.call.id}
      initial={localCall.call.notes}
      onSave={onSaveNotes}
      className={className}
    />
  )
}

function TalkingWhileMuted({ leg, onMute }: CallPanelProps) {
  const { t } = useLanguage()
  if (!leg.isTalkingWhileMuted) return null
  return (
    <div className="flex items-center justify-between gap-3 text-small text-warning">
      <span className="flex items-center gap-2">
        <MicOff size={15} aria-hidden />
        {t('live.talking-while-muted')}
      </span>
      <Button size="small" onClick={() => onMute(false)}>
        {t('live.unmute')}
      </Button>
    </div>
  )
}
