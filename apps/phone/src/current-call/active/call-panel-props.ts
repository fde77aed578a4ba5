import type { AudioDevices, BrowserLegState } from '@parley/call-engine/browser'
import type { ReactNode } from 'react'
import type { ConsultationEnd, InviteMode, RecordingChange } from '../manager/call-commands.ts'
import type { CallLevels } from '../manager/call-levels.ts'
import type { LocalCall } from '../manager/local-call.ts'
import type { CallTool } from '../tools/call-controls.tsx'

/** User actions on a call. */
interface CallActions {
  onMute(muted: boolean): void
  onHold(onHold: boolean): void
  onRecord(change: RecordingChange): void
  onKey(digit: string): void
  onInvite(input: string, mode: InviteMode): Promise<void>
  onTransferEnd(end: ConsultationEnd): void
  onPark(): void
  onRemove(legId: string): void
  onSaveNotes(notes: string, signal: AbortSignal): Promise<void>
  onHangUp(): void
  /** Opens the microphone again. */
  onMicrophone(): void
  /** The browser requires a click before it plays sound. */
  onPlay(): void
  onTool(tool: CallTool): void
  onOpenChange(isOpen: boolean): void
}

export interface CallPanelProps extends CallActions {
  localCall: Omit<LocalCall, 'leg'>
  /** Blocks the caller; null for a call whose caller cannot be blocked. */
  blockButton: ReactNode
  /** Null before the call is known. */
  tags: ReactNode
  leg: BrowserLegState
  levels: CallLevels
  devices: AudioDevices
  homeCountry: string
  /** The address that a caller of the emergency services reads out; null without an emergency route. */
  emergencyAddress: string | null
  /** How long the service waits for a disconnected browser before it ends the call. */
  reconnectTimeoutMs: number
  /** Service clock minus local clock. */
  clockOffsetMs: number
  tool: CallTool
  /** `docked` beside the page, `bar` below it, `large` over it. */
  layout: 'docked' | 'bar' | 'large'
}
