import type { MediaConference } from './media-conference.ts'
import type { MediaLeg } from './media-leg.ts'
import type { MediaState } from './media-state.ts'
import type { ParsedCommand, RtpPort, WebRtcOffer } from './protocol.ts'
import { openRtpTransport } from './rtp-transport.ts'
import { WebRtcTransport } from './webrtc/webrtc-transport.ts'

type Settings = ParsedCommand<'start'>

/** Adds a WebRTC leg, or a further connection for an existing one, and creates the offer. */
export async function createWebRtcOffer(
  conference: MediaConference,
  { legId, codecs }: ParsedCommand<'offer-webrtc'>,
  { settings, webRtcPorts }: Pick<MediaState, 'settings' | 'webRtcPorts'>,
): Promise<WebRtcOffer> {
  const known = conference.find(legId)
  if (known?.kind === 'rtp') throw new Error(`Leg ${legId} is not a WebRTC leg.`)
  const leg = known ?? conference.addLeg(legId, 'webrtc')
  return await leg.offers.run(async () => {
    await leg.prepareOffer()
    const transport = await openOrRemove(conference, leg, known ? 'keep' : 'remove', () =>
      WebRtcTransport.open({
        ports: webRtcPorts,
        getPortUser: () => leg.owner.portUser,
        address: settings.webRtcAddress,
        publicAddress: settings.publicAddress,
        codecs,
        onConnected: (connected) => {
          if (leg.pending !== connected) return
          leg.setWebRtcTransport(connected)
          leg.owner.invalidateMixPlan()
        },
        onDisconnected: (disconnected) => {
          leg.onTransportFailed(disconnected)
          leg.owner.invalidateMixPlan()
        },
        ...digitHandlers(leg),
      }),
    )
    leg.offer(transport, settings.offerTimeoutMs)
    return { connectionId: transport.id, sdp: transport.offerSdp }
  })
}

/** Adds an RTP leg and binds its ports. */
export async function addRtpLeg(
  conference: MediaConference,
  { legId, isLink }: ParsedCommand<'add-rtp-leg'>,
  settings: Settings,
): Promise<RtpPort> {
  const leg = conference.addLeg(legId, 'rtp')
  leg.isLink = isLink
  const transport = await openOrRemove(conference, leg, 'remove', () =>
    openRtpTransport({
      address: settings.rtpAddress,
      ports: settings.rtpPorts,
      ...digitHandlers(leg),
    }),
  )
  leg.setRtpTransport(transport)
  conference.invalidateMixPlan()
  return { address: transport.address, port: transport.port, rtcpPort: transport.rtcpPort }
}

/**
 * Opens a transport. On failure removes the leg if this command added it; closes the transport if the leg
 * left meanwhile.
 */
async function openOrRemove<L extends { close(): Promise<void> }>(
  conference: MediaConference,
  leg: MediaLeg,
  onFailure: 'keep' | 'remove',
  open: () => Promise<L>,
): Promise<L> {
  let transport: L
  try {
    transport = await open()
  } catch (error) {
    if (onFailure === 'remove') await conference.removeLeg(leg.id)
    throw error
  }
  if (conference.find(leg.id) === leg) return transport
  await transport.close()
  throw new Error(`Leg ${leg.id} has left.`)
}

function digitHandlers(leg: MediaLeg) {
  return {
    onDigit: (digit: string) => leg.owner.emitLegEvent(leg.id, { event: 'digit', digit }),
    onDigitsSent: () => leg.owner.emitLegEvent(leg.id, { event: 'digits-sent' }),
  }
}
