import { expect, test } from 'vitest'
import { agreedFormats } from './webrtc-offer.ts'

test('ZR27: an answer that repeats payload types accepts each of them once', () => {
  const answer = 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111 0 111 111 0\r\n'

  expect(agreedFormats(answer, ['opus', 'PCMU'])?.formats).toEqual([
    { codec: 'opus', payloadType: 111 },
    { codec: 'PCMU', payloadType: 0 },
  ])
})
