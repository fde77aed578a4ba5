import type { Conference } from './conference.ts'
import type { Leg } from './leg.ts'
import type { CheckedCommand, RtpPort, WebRtcOffer } from './protocol.ts'
import { openRtpLink } from './rtp-link.ts'
import { openWebRtcLink } from './webrtc-link.ts'

type Settings = CheckedCommand<'start'>

/** Adds a WebRTC leg, or a further connection for an existing one, and creates the offer. */
export async function offerWebRtc(
  conference: Conference,
  { legId, codecs }: CheckedCommand<'offer-webrtc'>,
  settings: Settings,
): Promise<WebRtcOffer> {
  const known = conference.find(legId)
  if (known?.kind === 'rtp') throw new Error(`Leg ${legId} is not a WebRTC leg.`)
  const leg = known ?? conference.addLeg(legId, 'webrtc')
  const transport = await openOrRemove(conference, leg, known ? 'keep' : 'remove', () =>
    openWebRtcLink({
      port: settings.webRtcPort,
      address: settings.webRtcAddress,
      publicAddress: settings.publicAddress,
      codecs,
      onUp: (up) => {
        if (leg.pending !== up) return
        leg.useWebRtc(up)
        conference.replan()
      },
      onDown: (down) => {
        leg.loseConnection(down)
        conference.replan()
      },
      ...digitsOf(conference, legId),
    }),
  )
  await leg.pending?.close()
  leg.pending = transport
  return { connectionId: transport.id, sdp: transport.offerSdp }
}

/** Adds an RTP leg and binds its ports. */
export async function addRtpLeg(conference: Conference, legId: string, settings: Settings): Promise<RtpPort> {
  const leg = conference.addLeg(legId, 'rtp')
  const transport = await openOrRemove(conference, leg, 'remove', () =>
    openRtpLink({
      address: settings.rtpAddress,
      ports: settings.rtpPorts,
      ...digitsOf(conference, legId),
    }),
  )
  leg.useRtp(transport)
  conference.replan()
  return { address: transport.address, port: transport.port, rtcpPort: transport.rtcpPort }
}

/**
 * Opens a transport. On failure removes the leg if this command added it; closes the transport if the leg left
 * meanwhile.
 */
async function openOrRemove<L extends { close(): Promise<void> }>(
  conference: Conference,
  leg: Leg,
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

function digitsOf(conference: Conference, legId: string) {
  return {
    onDigit: (digit: string) => conference.tellOfLeg(legId, { event: 'digit', digit }),
    onDigitsSent: () => conference.tellOfLeg(legId, { event: 'digits-sent' }),
  }
}
