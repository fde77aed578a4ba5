import type { AudioDevices, HandsetState } from '@parley/call-engine/browser'
import {
  Button,
  CallButton,
  formatPosition,
  formatRinging,
  IconButton,
  Lamp,
  Note,
  QualityBars,
} from '@parley/ui'
import { ChevronUp, Maximize2, Mic, MicOff, Minimize2, PhoneOff } from 'lucide-react'
import { secondOf, titleOf } from '../calls/describe-call.ts'
import { useNow } from '../live/use-now.ts'
import { type Language, useLanguage } from '../locales/language.tsx'
import type { OwnCall } from '../switchboard/own-call.ts'
import { AddParticipant } from './add-participant.tsx'
import { AudioSettings } from './audio-settings.tsx'
import { CallControls, type OpenTool } from './call-controls.tsx'
import { CallKeypad } from './call-keypad.tsx'
import type { CallLevels } from './call-levels.ts'
import { CallNotes } from './call-notes.tsx'
import { presentLegs, qualityFigures, stateWord, worstQuality } from './call-words.ts'
import { ConnectionLost } from './connection-lost.tsx'
import { ParticipantList, Tracks } from './participants.tsx'
import { RecordingWell } from './recording-well.tsx'

/** What a person does with the call. */
export interface CallActions {
  onMute(muted: boolean): void
  onHold(onHold: boolean): void
  onRecord(recording: 'on' | 'off'): void
  onKey(digit: string): void
  onAdd(typed: string): Promise<void>
  onRemove(legId: string): void
  onSaveNotes(notes: string): Promise<void>
  onHangUp(): void
  /** The browser wants a click before it plays sound. */
  onPlay(): void
  onTool(tool: OpenTool): void
  onOpenChange(isOpen: boolean): void
}

export interface CallPanelProps extends CallActions {
  own: Omit<OwnCall, 'handset'>
  handset: HandsetState
  levels: CallLevels
  devices: AudioDevices
  homeCountry: string
  /** How long the service keeps the call of a browser that went away. */
  keptMs: number
  /** How far the clock of the service is ahead of this one. */
  clockOffsetMs: number
  tool: OpenTool
  /** `docked` beside the page, `bar` below it, `large` over it. */
  layout: 'docked' | 'bar' | 'large'
}

/** The call that has the ear. */
export function CallPanel(props: CallPanelProps) {
  if (props.layout === 'bar') return <CallBar {...props} />
  return props.layout === 'large' ? <LargeCall {...props} /> : <DockedCall {...props} />
}

function DockedCall(props: CallPanelProps) {
  const language = useLanguage()
  const { own, tool } = props
  const name = own.call ? titleOf(own.call, language) : own.title

  return (
    <>
      <StateLine {...props} />
      <div>
        <h2 className="text-title">{name}</h2>
        {own.call && presentLegs(own.call).length < 3 && (
          <p className="text-small text-ink-soft">{secondOf(own.call, language)}</p>
        )}
      </div>
      <TimerLine {...props} />
      <Troubles {...props} />
      {own.call && <RecordingWell call={own.call} onRecord={props.onRecord} />}
      {own.call?.answeredAt && <Tracks call={own.call} ownLegId={own.legId} levels={props.levels} />}
      <Controls {...props} />
      <Tool {...props} />
      {tool === 'none' && own.call && <Notes {...props} />}
      <TalkingWhileMuted {...props} />
      <HangUp {...props} />
    </>
  )
}

/** Always in view, however much lies open above it. */
function HangUp({ layout, onHangUp }: CallPanelProps) {
  const { text } = useLanguage()
  const isLarge = layout === 'large'
  return (
    <div className="sticky -bottom-4.5 z-1 mt-auto -mb-4.5 flex shrink-0 justify-end bg-panel pt-1 pb-4.5 max-sm:-bottom-3.5 max-sm:-mb-3.5 max-sm:pb-3.5">
      <CallButton
        line="close"
        width="full"
        className={isLarge ? 'sm:w-max! sm:px-6!' : ''}
        onClick={onHangUp}
      >
        {text('live.hang-up')}
      </CallButton>
    </div>
  )
}

function LargeCall(props: CallPanelProps) {
  const language = useLanguage()
  const { own } = props
  const name = own.call ? titleOf(own.call, language) : own.title

  return (
    <>
      <StateLine {...props} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-title sm:text-page">{name}</h2>
        <TimerLine {...props} />
      </div>
      <Troubles {...props} />
      {own.call && (
        <ParticipantList
          call={own.call}
          ownLegId={own.legId}
          levels={props.levels}
          onRemove={props.onRemove}
        />
      )}
      <div className="grid flex-1 shrink-0 content-start gap-3 sm:grid-cols-[19rem_minmax(0,1fr)] sm:content-stretch sm:gap-6">
        <div className={`max-sm:order-2 ${props.tool === 'none' ? 'max-sm:hidden' : ''}`}>
          {props.tool === 'add' || props.tool === 'audio' ? (
            <Tool {...props} />
          ) : (
            <CallKeypad sent={own.sentDigits} onKey={props.onKey} />
          )}
        </div>
        <div className="flex flex-col gap-3">
          <Controls {...props} />
          {own.call && <RecordingWell call={own.call} onRecord={props.onRecord} />}
          {own.call && <Notes {...props} className={props.tool === 'none' ? '' : 'max-sm:hidden'} />}
        </div>
      </div>
      <TalkingWhileMuted {...props} />
      <HangUp {...props} />
    </>
  )
}

function CallBar(props: CallPanelProps) {
  const language = useLanguage()
  const { text } = language
  const { own, handset } = props
  const name = own.call ? titleOf(own.call, language) : own.title
  const timer = useCallTimer(props, language)
  const button = 'bg-raised text-ink!'

  return (
    <div className="flex items-center gap-2.5">
      <Lamp state={lampOf(props)} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-body font-semibold">{name}</h2>
        <p className="truncate text-label text-ink-soft tabular-nums">
          {[timer, stateWord(own.call, handset.connection, language)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <IconButton
        icon={handset.isMuted ? MicOff : Mic}
        label={text(handset.isMuted ? 'live.unmute' : 'live.mute')}
        className={handset.isMuted ? 'bg-panel-warning text-panel!' : button}
        onClick={() => props.onMute(!handset.isMuted)}
      />
      <IconButton
        icon={ChevronUp}
        label={text('live.open')}
        className={button}
        onClick={() => props.onOpenChange(true)}
      />
      <IconButton
        icon={PhoneOff}
        label={text('live.hang-up')}
        className="bg-danger-fill text-on-danger! hover:bg-danger-fill"
        onClick={props.onHangUp}
      />
    </div>
  )
}

function StateLine(props: CallPanelProps) {
  const language = useLanguage()
  const { text } = language
  const isLarge = props.layout === 'large'
  return (
    <div className="flex items-center gap-2 text-small">
      <Lamp state={lampOf(props)} />
      <span className="flex-1">{stateWord(props.own.call, props.handset.connection, language)}</span>
      <IconButton
        icon={isLarge ? Minimize2 : Maximize2}
        label={text(isLarge ? 'live.make-small' : 'live.make-large')}
        size="small"
        className="-my-1"
        onClick={() => props.onOpenChange(!isLarge)}
      />
    </div>
  )
}

function TimerLine(props: CallPanelProps) {
  const language = useLanguage()
  const { own } = props
  const quality = own.call ? worstQuality(own.call) : null
  const timer = useCallTimer(props, language)
  if (!timer && !quality) return null

  return (
    <div className="flex min-h-10 flex-1 items-center justify-between gap-4 sm:max-w-full sm:flex-none">
      <span
        role="timer"
        aria-label={language.text('live.timer')}
        className={`tabular-nums ${own.call?.answeredAt ? 'text-display font-[500]' : 'text-body text-ink-soft'}`}
      >
        {timer}
      </span>
      {quality && (
        <QualityBars
          quality={quality.verdict}
          label={language.text(`quality.line-${quality.verdict}`)}
          figures={qualityFigures(quality, language)}
        />
      )}
    </div>
  )
}

/** From the answer; before it, how long it has been ringing. */
function useCallTimer({ own, clockOffsetMs }: CallPanelProps, { text }: Language): string {
  const now = useNow() + clockOffsetMs
  if (!own.call) return ''
  if (own.call.answeredAt !== null) return formatPosition(now - own.call.answeredAt)
  return text('live.rings', { time: formatRinging(now - own.call.startedAt) })
}

function Troubles(props: CallPanelProps) {
  const { text } = useLanguage()
  const { handset } = props
  return (
    <>
      {handset.connection.phase === 'reconnecting' && <ConnectionLost keptMs={props.keptMs} />}
      {handset.needsClickToPlay && (
        <Note
          tone="neutral"
          title={text('live.sound-blocked')}
          action={
            <Button size="small" onClick={props.onPlay}>
              {text('live.play-sound')}
            </Button>
          }
        />
      )}
    </>
  )
}

function Controls(props: CallPanelProps) {
  const { own, handset } = props
  return (
    <CallControls
      isMuted={handset.isMuted}
      isOnHold={own.call?.phase === 'on-hold'}
      recording={own.call?.recordingState ?? 'off'}
      isAnswered={own.call?.phase === 'talking' || own.call?.phase === 'on-hold'}
      tool={props.tool}
      onMute={props.onMute}
      onHold={props.onHold}
      onRecord={props.onRecord}
      onTool={props.onTool}
    />
  )
}

function Tool(props: CallPanelProps) {
  switch (props.tool) {
    case 'none':
      return null
    case 'keypad':
      return <CallKeypad sent={props.own.sentDigits} onKey={props.onKey} />
    case 'audio':
      return <AudioSettings devices={props.devices} microphoneLevel={props.handset.microphoneLevel} />
    case 'add':
      return (
        <AddParticipant
          homeCountry={props.homeCountry}
          onAdd={props.onAdd}
          onDone={() => props.onTool('none')}
        />
      )
  }
}

function Notes({ own, onSaveNotes, className = '' }: CallPanelProps & { className?: string }) {
  if (!own.call) return null
  return <CallNotes key={own.call.id} initial={own.call.notes} onSave={onSaveNotes} className={className} />
}

function TalkingWhileMuted({ handset, onMute }: CallPanelProps) {
  const { text } = useLanguage()
  if (!handset.isTalkingWhileMuted) return null
  return (
    <div className="flex items-center justify-between gap-3 text-small text-warning">
      <span className="flex items-center gap-2">
        <MicOff size={15} aria-hidden />
        {text('live.talking-while-muted')}
      </span>
      <Button size="small" onClick={() => onMute(false)}>
        {text('live.unmute')}
      </Button>
    </div>
  )
}

function lampOf({ own, handset }: CallPanelProps): 'steady' | 'ringing' | 'warning' {
  if (handset.connection.phase === 'reconnecting') return 'warning'
  const isWaiting = !own.call || presentLegs(own.call).length < 2 || own.call.answeredAt === null
  return isWaiting ? 'ringing' : 'steady'
}
