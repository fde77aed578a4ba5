import type { AudioDevices } from '@parley/call-engine/browser'
import type { LiveSocket } from '../../api/live/live-socket.ts'
import type { PhoneApi } from '../../api/phone-api.ts'

export interface CallManagerOptions {
  readonly api: PhoneApi
  readonly socket: LiveSocket
  readonly devices: AudioDevices
  readonly handsetId: string
  readonly userId: string
  /** The workspace of the phone. Calls in others ring, too. */
  readonly workspaceId: string
  readonly otherWorkspaces: OtherWorkspaces
  /** Called when a command fails, such as mute, hold or record. */
  readonly onError: (error: unknown) => void
}

/** The other workspaces of the user. */
export interface OtherWorkspaces {
  decline(workspaceId: string, callId: string): Promise<void>
  sendToVoicemail(workspaceId: string, callId: string): Promise<void>
  /** Replaces this phone by that of another workspace. */
  open(workspaceId: string): Promise<void>
}
