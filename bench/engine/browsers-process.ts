import { required } from '@parley/primitives'
import {
  type CodecName,
  codecFormats,
  createEncoder,
  createSine,
  serializeRtp,
  startFrameClock,
} from '@parley/rtp'
import nodeDataChannel, { type PeerConnection, type Track } from 'node-datachannel'
import { payloadTypes } from './bridge.ts'

/**
 * A forked process that simulates browsers: it answers offers and sends audio. Its CPU time is not counted
 * for the engine.
 */
export type BrowsersRequest =
  | { readonly offer: string; readonly codec: CodecName }
  /** Sent once the engine has the answer; earlier packets are rejected. */
  | { readonly candidates: readonly string[] }
export type BrowsersReply = { readonly answer: string }

const tracks: Track[] = []
const connections: PeerConnection[] = []
let voice: readonly Uint8Array[] | null = null
let sendCodec: CodecName = 'PCMU'
let sent = 0

process.on('message', (request: BrowsersRequest) => {
  if ('candidates' in request) {
    for (const candidate of request.candidates) connections.at(-1)?.addRemoteCandidate(candidate, 'audio')
    return
  }
  sendCodec = request.codec
  voice ??= record(request.codec)
  void answer(request.offer).then((sdp) => process.send?.({ answer: sdp } satisfies BrowsersReply))
})
process.on('disconnect', () => {
  clock.stop()
  for (const connection of connections) connection.close()
  nodeDataChannel.cleanup()
})

const clock = startFrameClock(() => {
  sent++
  tracks.forEach((track, index) => {
    if (!track.isOpen() || !voice) return
    const timestamp = sent * (codecFormats[sendCodec].rtpClockRate / 50)
    const head = {
      payloadType: payloadTypes[sendCodec],
      marker: false,
      sequenceNumber: sent & 0xffff,
      timestamp,
    }
    track.sendMessageBinary(
      serializeRtp({
        ...head,
        ssrc: 1_000 + index,
        payload: required(voice[sent % voice.length], 'a payload'),
      }),
    )
  })
})

async function answer(offer: string): Promise<string> {
  const connection = new nodeDataChannel.PeerConnection(`browser-${connections.length}`, {
    iceServers: [],
    bindAddress: '127.0.0.1',
  })
  connections.push(connection)
  connection.onTrack((track) => tracks.push(track))
  const gathered = new Promise<void>((resolve) => {
    connection.onGatheringStateChange((state) => state === 'complete' && resolve())
  })
  connection.setRemoteDescription(offer, 'offer')
  await gathered
  return required(connection.localDescription(), 'the answer').sdp
}

function record(codec: CodecName): readonly Uint8Array[] {
  const { sampleRate } = codecFormats[codec]
  const encoder = createEncoder(codec)
  const source = createSine(400, sampleRate)
  return Array.from({ length: 50 }, () =>
    encoder.encode(required(source.read(sampleRate / 50), 'the audio')).slice(),
  )
}
