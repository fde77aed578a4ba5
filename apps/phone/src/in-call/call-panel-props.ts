import type { AudioDevices, HandsetState } from '@parley/call-engine/browser'
import type { CallLevels } from '../live/call-levels.ts'
import type { OwnCall } from '../switchboard/own-call.ts'
import type { OpenTool } from './call-controls.tsx'

/** What a person does with the call. */
interface CallActions {
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
  localCall: Omit<OwnCall, 'handset'>
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
