import type { EmbeddedJoinInformation } from './join-information.ts'
import type { BrowserLegAnswer } from './types.ts'

/** One WebRTC connection attempt. A browser leg makes as many as it needs. */
export interface AudioConnection {
  readonly answer: BrowserLegAnswer
  /**
   * Starts ICE and DTLS. Call it only after the engine has the answer: it rejects a handshake that arrives
   * before.
   */
  readonly start: () => Promise<void>
  readonly peer: RTCPeerConnection
  readonly remoteStream: MediaStream
  /** Resolves to whether the connection was established; never rejects. */
  readonly established: Promise<boolean>
  /** Called once, when an established connection is lost. */
  onLost: (() => void) | null
  replaceTrack(track: MediaStreamTrack): Promise<void>
  close(): void
}

const connectTimeoutMs = 10_000
/**
 * Short Wi-Fi interruptions recover within this time; ICE reports `failed` much later than users tolerate.
 */
const disconnectTimeoutMs = 1_500

/** Creates the answer to the offer in the join information, sending `track`. */
export async function openConnection(
  information: EmbeddedJoinInformation,
  track: MediaStreamTrack,
): Promise<AudioConnection> {
  const peer = new RTCPeerConnection({
    iceServers: information.iceServers.map((server) => ({ ...server, urls: [...server.urls] })),
    bundlePolicy: 'max-bundle',
  })
  const receivedStream = new MediaStream()
  peer.addEventListener('track', (event) => receivedStream.addTrack(event.track))

  try {
    await peer.setRemoteDescription({ type: 'offer', sdp: information.sdp })
    const [transceiver] = peer.getTransceivers()
    if (!transceiver) throw new Error('The offer has no audio.')
    transceiver.direction = 'sendrecv'
    await transceiver.sender.replaceTrack(track)
    // No candidates are gathered: the engine has a reachable address and learns ours from the first
    // connectivity check.
    const description = await peer.createAnswer()
    const answer = { connectionId: information.connectionId, sdp: description.sdp ?? '' }
    return watch(peer, receivedStream, transceiver.sender, answer, () =>
      peer.setLocalDescription(description),
    )
  } catch (error) {
    peer.close()
    throw error
  }
}

function watch(
  peer: RTCPeerConnection,
  receivedStream: MediaStream,
  sender: RTCRtpSender,
  answer: BrowserLegAnswer,
  begin: () => Promise<void>,
): AudioConnection {
  const settled = Promise.withResolvers<boolean>()
  const timeout = setTimeout(() => settled.resolve(false), connectTimeoutMs)
  let disconnectTimer: ReturnType<typeof setTimeout> | undefined
  let isEstablished = false

  const connection: AudioConnection = {
    answer,
    start: begin,
    peer,
    remoteStream: receivedStream,
    established: settled.promise,
    onLost: null,
    replaceTrack: (track) => sender.replaceTrack(track),
    close() {
      connection.onLost = null
      clearTimeout(timeout)
      clearTimeout(disconnectTimer)
      settled.resolve(false)
      peer.close()
    },
  }
  const onDisconnect = () => {
    const onLost = connection.onLost
    connection.onLost = null
    onLost?.()
  }

  peer.addEventListener('connectionstatechange', () => {
    clearTimeout(disconnectTimer)
    if (peer.connectionState === 'connected') {
      isEstablished = true
      clearTimeout(timeout)
      settled.resolve(true)
    } else if (peer.connectionState === 'disconnected')
      disconnectTimer = setTimeout(onDisconnect, disconnectTimeoutMs)
    else if (peer.connectionState === 'failed') {
      settled.resolve(false)
      if (isEstablished) onDisconnect()
    }
  })
  return connection
}
