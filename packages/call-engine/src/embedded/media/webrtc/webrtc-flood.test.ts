import { waitUntil } from '@parley/primitives'
import { serializeRtp } from '@parley/rtp'
import nodeDataChannel, { type PeerConnection, type Track } from 'node-datachannel'
import { expect, test } from 'vitest'
import { conferenceRef, type MediaFixture, startMediaWithConference } from '../../testing/media-fixture.ts'

/** A receiver report, and as many BYE packets without a source as fit into a datagram. */
const manyReports = Buffer.alloc(1_200)
for (let at = 0; at < manyReports.length; at += 4) manyReports.writeUInt32BE(0x80_cb_00_00, at)
manyReports.writeUInt32BE(0x80_c9_00_01, 0)
manyReports.writeUInt32BE(1, 4)

/** The library fails if the objects of an earlier connection are garbage collected. */
const connected: { readonly peer: PeerConnection; readonly tracks: readonly Track[] }[] = []

function createAudio(sequenceNumber: number): Buffer {
  const packet = { payloadType: 0, marker: false, payload: new Uint8Array(160), ssrc: 1, sequenceNumber }
  return serializeRtp({ ...packet, timestamp: 160 * sequenceNumber })
}

/** Guarantee: a browser that sends without limit loses its connection, and the calls of others continue. */
test.each([
  ['reports', () => manyReports],
  ['audio', (index: number) => createAudio(index & 0xffff)],
])(
  'ZR880: a connection that floods the media process with %s is closed, and the user can join again',
  async (_, create) => {
    await using media = await startMediaWithConference()
    const track = await connect(media)
    let index = 0
    const send = () => {
      // It also sends audio, so that the leg attaches.
      if (track.isOpen()) track.sendMessageBinary(createAudio(index & 0xffff))
      for (let count = 0; count < 200; count++, index++)
        if (track.isOpen()) track.sendMessageBinary(create(index))
    }
    const flood = setInterval(send, 10)

    await media.waitForEvent(({ event }) => event === 'leg-detached')
    clearInterval(flood)
    // A leg is also detached when no packet arrives; then it has its connection.
    expect(await media.media.request({ command: 'inspect' })).toMatchObject({ connections: 0, legs: 1 })
    const again = await connect(media)
    expect(again.isOpen()).toBe(true)
  },
)

async function connect(media: MediaFixture): Promise<Track> {
  const leg = { ...conferenceRef, legId: 'ada' }
  const offer = await media.media.request({ command: 'offer-webrtc', ...leg, codecs: ['PCMU'] })
  const peer = new nodeDataChannel.PeerConnection('ada', { iceServers: [], bindAddress: '127.0.0.1' })
  const tracks: Track[] = []
  connected.push({ peer, tracks })
  peer.onTrack((track) => tracks.push(track))
  peer.setRemoteDescription(offer.sdp, 'offer')
  await waitUntil('the answer is complete', () => peer.gatheringState() === 'complete')
  const sdp = peer.localDescription()?.sdp ?? ''
  await media.media.request({ command: 'answer-webrtc', ...leg, connectionId: offer.connectionId, sdp })
  return await waitUntil('the track is open', () => tracks.find((one) => one.isOpen()))
}
