import type { AudioDevices } from '@parley/call-engine/browser'
import type { LiveSocket } from '../../api/live-socket.ts'
import type { PhoneApi } from '../../api/phone-api.ts'

export interface CallManagerOptions {
  readonly api: PhoneApi
  readonly socket: LiveSocket
  readonly devices: AudioDevices
  readonly handsetId: string
  readonly userId: string
  /** Called when a command fails, such as mute, hold or record. */
  readonly onError: (error: unknown) => void
}
