import type { EmbeddedJoinInformation } from './join-information.ts'
import type { HandsetReply } from './types.ts'

/** One attempt at bringing the audio over; a handset makes as many as it needs. */
export interface AudioConnection {
  readonly reply: HandsetReply
  /** Lets the audio come. Only once the engine has the reply: it refuses a handshake that overtakes it. */
  readonly begin: () => Promise<void>
  readonly peer: RTCPeerConnection
  readonly heard: MediaStream
  /** Resolves to whether audio can travel; never rejects. */
  readonly whenSettled: Promise<boolean>
  /** Called once, when a connection that stood is lost. */
  onLost: (() => void) | null
  sendFrom(track: MediaStreamTrack): Promise<void>
  close(): void
}

const connectTimeoutMs = 10_000
/** A Wi-Fi that hiccups comes back within this; ICE says `failed` much later than a person hangs up. */
const lostAfterMs = 1_500

/** Answers the offer in the join information, with `track` as what is sent. */
export async function openConnection(
  information: EmbeddedJoinInformation,
  track: MediaStreamTrack,
): Promise<AudioConnection> {
  const peer = new RTCPeerConnection({
    iceServers: information.iceServers.map((server) => ({ ...server, urls: [...server.urls] })),
    bundlePolicy: 'max-bundle',
  })
  const heard = new MediaStream()
  peer.addEventListener('track', (event) => heard.addTrack(event.track))

  try {
    await peer.setRemoteDescription({ type: 'offer', sdp: information.sdp })
    const [transceiver] = peer.getTransceivers()
    if (!transceiver) throw new Error('The offer has no audio.')
    transceiver.direction = 'sendrecv'
    await transceiver.sender.replaceTrack(track)
    // The engine has an address of its own and learns ours from our first check, so nothing is gathered first.
    const answer = await peer.createAnswer()
    const reply = { connectionId: information.connectionId, sdp: answer.sdp ?? '' }
    return watch(peer, heard, transceiver.sender, reply, () => peer.setLocalDescription(answer))
  } catch (error) {
    peer.close()
    throw error
  }
}

function watch(
  peer: RTCPeerConnection,
  heard: MediaStream,
  sender: RTCRtpSender,
  reply: HandsetReply,
  begin: () => Promise<void>,
): AudioConnection {
  const settled = Promise.withResolvers<boolean>()
  const timeout = setTimeout(() => settled.resolve(false), connectTimeoutMs)
  let hiccup: ReturnType<typeof setTimeout> | undefined
  let isUp = false

  const connection: AudioConnection = {
    reply,
    begin,
    peer,
    heard,
    whenSettled: settled.promise,
    onLost: null,
    sendFrom: (track) => sender.replaceTrack(track),
    close() {
      connection.onLost = null
      clearTimeout(timeout)
      clearTimeout(hiccup)
      settled.resolve(false)
      peer.close()
    },
  }
  const lose = () => {
    const tell = connection.onLost
    connection.onLost = null
    tell?.()
  }

  peer.addEventListener('connectionstatechange', () => {
    clearTimeout(hiccup)
    if (peer.connectionState === 'connected') {
      isUp = true
      clearTimeout(timeout)
      settled.resolve(true)
    } else if (peer.connectionState === 'disconnected') hiccup = setTimeout(lose, lostAfterMs)
    else if (peer.connectionState === 'failed') {
      settled.resolve(false)
      if (isUp) lose()
    }
  })
  return connection
}
