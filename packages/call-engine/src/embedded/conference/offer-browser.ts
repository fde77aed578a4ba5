import type { EmbeddedJoinInformation } from '../../browser/join-information.ts'
import type { JoinInformation } from '../../port.ts'
import type { IceServer } from '../options.ts'
import type { MediaRoom } from '../process/media-room.ts'
import type { Leg } from './leg.ts'
import { tellSettings } from './tell-settings.ts'

export interface BrowserPlace {
  readonly room: MediaRoom
  readonly audio: 'telephone' | 'wideband'
  readonly iceServers: readonly IceServer[]
}

/** Creates a WebRTC connection for a leg and returns the join information for its browser. */
export async function offerBrowser(
  leg: Leg,
  { room, audio, iceServers }: BrowserPlace,
): Promise<JoinInformation> {
  const codecs: ('PCMU' | 'opus')[] = audio === 'wideband' ? ['opus', 'PCMU'] : ['PCMU', 'opus']
  const offering = room.askAgain({ command: 'offer-webrtc', legId: leg.id, codecs })
  leg.entering = offering.catch(() => undefined)
  const { connectionId, sdp } = await offering
  leg.isInMedia = true
  await tellSettings(leg, (command) => room.ask(command))
  const information: EmbeddedJoinInformation = { engine: 'embedded', connectionId, sdp, iceServers }
  return information as unknown as JoinInformation
}
