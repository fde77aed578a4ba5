import type { AudioDevices, HandsetState } from '@parley/call-engine/browser'
import type { CallLevels } from '../live/call-levels.ts'
import type { OwnCall } from '../switchboard/own-call.ts'
import type { OpenTool } from './call-controls.tsx'

/** User actions on a call. */
interface CallActions {
  onMute(muted: boolean): void
  onHold(onHold: boolean): void
  onRecord(recording: 'on' | 'off'): void
  onKey(digit: string): void
  onAdd(typed: string): Promise<void>
  onRemove(legId: string): void
  onSaveNotes(notes: string): Promise<void>
  onHangUp(): void
  /** The browser requires a click before it plays sound. */
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
  /** How long the service waits for a disconnected browser before it ends the call. */
  keptMs: number
  /** Service clock minus local clock. */
  clockOffsetMs: number
  tool: OpenTool
  /** `docked` beside the page, `bar` below it, `large` over it. */
  layout: 'docked' | 'bar' | 'large'
}
