import { waitUntil } from '@parley/primitives'
import { findFreeRange } from '@parley/primitives/node'
import nodeDataChannel, { type PeerConnection, type Track } from 'node-datachannel'
import { expect, test } from 'vitest'
import { conferenceRef, type MediaFixture, startMediaWithConference } from '../../testing/media-fixture.ts'
import type { WebRtcOffer } from '../protocol.ts'

/** No other test binds ports of this address. */
const ownAddress = '127.0.8.33'

/** The library fails if the objects of an earlier connection are garbage collected. */
const connected: { readonly peer: PeerConnection; readonly tracks: readonly Track[] }[] = []

/** Guarantee: who asks for connections of one leg again and again does not occupy many ports. */
test('ZR912: a further offer takes the port of the one before it that is not answered', async () => {
  await using media = await startWithPorts(1)
  const first = await offer(media)

  const second = await offer(media)

  expect(readPort(second)).toBe(readPort(first))
  const [third, fourth] = await Promise.all([offer(media), offer(media)])
  expect(readPort(third)).toBe(readPort(fourth))
})

test('ZR912: after three offers without an answer, a further one takes the port of the connection', async () => {
  await using media = await startWithPorts(2)
  await connect(media)
  for (let count = 0; count < 3; count++) {
    await offer(media)
    expect(await countConnections(media)).toBe(1)
  }

  await offer(media)

  expect(await countConnections(media)).toBe(0)
  await media.media.request({ command: 'offer-webrtc', ...conferenceRef, legId: 'grace', codecs: ['PCMU'] })
  const again = await connect(media)
  expect(again.isOpen()).toBe(true)
})

async function startWithPorts(count: number): Promise<MediaFixture> {
  const min = await findFreeRange(count, ownAddress)
  return await startMediaWithConference({
    webRtcAddress: ownAddress,
    webRtcPorts: { min, max: min + count - 1 },
  })
}

async function offer({ media }: MediaFixture): Promise<WebRtcOffer> {
  return await media.request({ command: 'offer-webrtc', ...conferenceRef, legId: 'ada', codecs: ['PCMU'] })
}

function readPort({ sdp }: WebRtcOffer): string | undefined {
  return / UDP \d+ \S+ (\d+) /.exec(sdp)?.[1]
}

async function countConnections({ media }: MediaFixture): Promise<number> {
  return (await media.request({ command: 'inspect' })).connections
}

async function connect(media: MediaFixture): Promise<Track> {
  const { connectionId, sdp: offered } = await offer(media)
  const peer = new nodeDataChannel.PeerConnection('ada', { iceServers: [], bindAddress: '127.0.0.1' })
  const tracks: Track[] = []
  connected.push({ peer, tracks })
  peer.onTrack((track) => tracks.push(track))
  peer.setRemoteDescription(offered, 'offer')
  await waitUntil('the answer is complete', () => peer.gatheringState() === 'complete')
  const sdp = peer.localDescription()?.sdp ?? ''
  await media.media.request({ command: 'answer-webrtc', ...conferenceRef, legId: 'ada', connectionId, sdp })
  const track = await waitUntil('the track is open', () => tracks.find((one) => one.isOpen()))
  await waitUntil('the leg is connected', async () => (await countConnections(media)) === 1)
  return track
}
