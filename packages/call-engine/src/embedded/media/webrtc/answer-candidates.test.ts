import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { sleep } from '@parley/primitives'
import { expect, test } from 'vitest'
import { conferenceRef, startMediaWithConference } from '../../testing/media-fixture.ts'

const fingerprint = Array(32).fill('AB').join(':')

/** Guarantee: a signed-in user cannot make the product send packets to addresses of their choice. */
test('VR15: no packet is sent to the addresses that the answer of a browser names', async () => {
  await using test = await startMediaWithConference()
  const bystander = createSocket('udp4').bind(0, '127.0.0.1')
  await once(bystander, 'listening')
  let received = 0
  bystander.on('message', () => received++)
  const leg = { ...conferenceRef, legId: 'ada' }
  const { connectionId } = await test.media.request({ command: 'offer-webrtc', ...leg, codecs: ['PCMU'] })
  const { port } = bystander.address()
  const sdp = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `m=audio ${port} UDP/TLS/RTP/SAVPF 0`,
    'c=IN IP4 127.0.0.1',
    'a=mid:audio',
    'a=ice-ufrag:abcd',
    `a=ice-pwd:${'x'.repeat(24)}`,
    `a=fingerprint:sha-256 ${fingerprint}`,
    'a=setup:active',
    'a=rtcp-mux',
    'a=sendrecv',
    'a=rtpmap:0 PCMU/8000',
    `a=candidate:1 1 UDP 2122317823 127.0.0.1 ${port} typ host`,
    `a=candidate:2 1 UDP 2122317822 127.0.0.1 ${port} typ host`,
    'a=end-of-candidates',
    '',
  ].join('\r\n')

  await test.media.request({ command: 'answer-webrtc', ...leg, connectionId, sdp })
  await sleep(1_500)

  bystander.close()
  expect(received).toBe(0)
})
