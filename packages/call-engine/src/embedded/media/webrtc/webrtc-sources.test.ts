import { waitUntil } from '@parley/primitives'
import { serializeRtp } from '@parley/rtp'
import nodeDataChannel, { type Track } from 'node-datachannel'
import { expect, test } from 'vitest'
import { conferenceRef, startMediaWithConference } from '../../testing/media-fixture.ts'

/** Guarantee: the cost of a packet does not grow with what a browser has sent before. */
test('ZR35: a connection that sends packets of more than 16 sources is closed', async () => {
  await using media = await startMediaWithConference()
  const leg = { ...conferenceRef, legId: 'ada' }
  const offer = await media.media.request({ command: 'offer-webrtc', ...leg, codecs: ['PCMU'] })
  const peer = new nodeDataChannel.PeerConnection('ada', { iceServers: [], bindAddress: '127.0.0.1' })
  const tracks: Track[] = []
  peer.onTrack((track) => tracks.push(track))
  peer.setRemoteDescription(offer.sdp, 'offer')
  await waitUntil('the answer is complete', () => peer.gatheringState() === 'complete')
  const sdp = peer.localDescription()?.sdp ?? ''
  await media.media.request({ command: 'answer-webrtc', ...leg, connectionId: offer.connectionId, sdp })
  const track = await waitUntil('the track is open', () => tracks.find((one) => one.isOpen()))
  let sequenceNumber = 0
  const send = (ssrc: number) => {
    sequenceNumber += 1
    const packet = { payloadType: 0, marker: false, timestamp: 160, payload: new Uint8Array(160), ssrc }
    if (track.isOpen()) track.sendMessageBinary(serializeRtp({ ...packet, sequenceNumber }))
  }
  const hasDetached = () =>
    media.events.some((event) => event.event === 'leg-detached' && event.legId === 'ada')

  for (let ssrc = 1; ssrc <= 15; ssrc++) send(ssrc)
  await waitUntil('the leg is attached', () => media.events.some(({ event }) => event === 'leg-attached'))
  expect(hasDetached()).toBe(false)
  for (let ssrc = 16; ssrc <= 40; ssrc++) send(ssrc)
  // A leg is also detached when no packet arrives.
  const voice = setInterval(() => send(1), 20)

  await waitUntil('the leg is detached', hasDetached)
  clearInterval(voice)
  peer.close()
})
