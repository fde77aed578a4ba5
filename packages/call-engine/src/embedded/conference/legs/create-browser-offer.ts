import type { EmbeddedJoinInformation } from '../../../browser/join-information.ts'
import { EngineError, type JoinInformation } from '../../../port.ts'
import { NoFreePortError } from '../../media/no-free-port-error.ts'
import type { IceServer } from '../../options.ts'
import type { ConferenceMedia } from '../../process/conference-media.ts'
import { isActive, type Leg } from './leg.ts'
import { resendSettings } from './resend-settings.ts'

export interface BrowserOfferDeps {
  readonly media: ConferenceMedia
  readonly audio: 'telephone' | 'wideband'
  readonly iceServers: readonly IceServer[]
}

/**
 * As {@link createBrowserOffer}, for a new leg. When its media process cannot create the offer, for example
 * because no port is free, and no other leg of its conference has media there, another process is tried.
 */
export async function createFirstOffer(
  leg: Leg,
  legs: readonly Leg[],
  deps: BrowserOfferDeps,
): Promise<JoinInformation> {
  try {
    return await createBrowserOffer(leg, deps)
  } catch (error) {
    const isMovable = legs.every((other) => other === leg || other.waiting !== null)
    if (!isMovable || !(await deps.media.relocate()) || !isActive(leg)) throw error
    leg.mediaRemoval = Promise.withResolvers()
    return await createBrowserOffer(leg, deps)
  }
}

/**
 * Creates a WebRTC connection for a leg and returns the join information for its browser.
 *
 * @throws {EngineError} `no-free-port`
 */
export async function createBrowserOffer(
  leg: Leg,
  { media, audio, iceServers }: BrowserOfferDeps,
): Promise<JoinInformation> {
  const codecs: ('PCMU' | 'opus')[] = audio === 'wideband' ? ['opus', 'PCMU'] : ['PCMU', 'opus']
  const offering = media.requestWithRetry({ command: 'offer-webrtc', legId: leg.id, codecs })
  leg.mediaSetup = offering.catch(() => undefined)
  const { connectionId, sdp } = await offering.catch((cause) => {
    throw cause instanceof NoFreePortError ? new EngineError('no-free-port', { cause }) : cause
  })
  leg.hasMedia = true
  await resendSettings(leg, (command) => media.request(command))
  const information: EmbeddedJoinInformation = { engine: 'embedded', connectionId, sdp, iceServers }
  return information as unknown as JoinInformation
}
