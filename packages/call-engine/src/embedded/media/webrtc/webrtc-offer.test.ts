import { expect, test } from 'vitest'
import { agreedFormats, selectAnswerLines } from './webrtc-offer.ts'

test('ZR27: an answer that repeats payload types accepts each of them once', () => {
  const answer = 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111 0 111 111 0\r\n'

  expect(agreedFormats(answer, ['opus', 'PCMU'])?.formats).toEqual([
    { codec: 'opus', payloadType: 111 },
    { codec: 'PCMU', payloadType: 0 },
  ])
})

const session = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0']
const audio = ['m=audio 9 UDP/TLS/RTP/SAVPF 0', 'a=ice-ufrag:abcd', 'a=rtcp-mux']
const selected = [...session, ...audio.toSpliced(1, 0, 'a=mid:audio', 'a=setup:active'), ''].join('\r\n')

test.each([
  ['a candidate', [...session, ...audio, 'a=candidate:1 1 UDP 1 192.0.2.1 9 typ host']],
  [
    'a candidate with a carriage return',
    [...session, 'a=candi\rdate:1 1 UDP 1 192.0.2.1 9 typ host', ...audio],
  ],
  ['a carriage return in another line', [...session, ...audio, 'a=mid:x\ra=candidate:1 1 UDP 1 192.0.2.1 9']],
  [
    'further sections',
    [...session, ...audio, 'm=audio 9 UDP/TLS/RTP/SAVPF 0', 'a=mid:1', 'm=application 9 X 0'],
  ],
  [
    'other names of the section',
    [...session, 'a=group:BUNDLE z', ...audio, 'a=mid:z', 'a=msid:a b', 'a=ssrc:1 a:b'],
  ],
  ['unknown attributes', [...session, 'a=unknown', ...audio, 'a=extmap:1 urn:x', 'b=AS:1']],
  ['the role of a DTLS server', [...session, 'a=setup:passive', ...audio, 'a=setup:passive']],
])('VR15, ZR35, ZR89: an answer is passed on without %s', (_, lines) => {
  expect(selectAnswerLines(lines.join('\r\n'))).toBe(selected)
})

test('ZR35: an answer with too many lines is rejected', () => {
  const repeated = Array.from({ length: 300 }, () => 'a=rtpmap:0 PCMU/8000')

  expect(selectAnswerLines([...session, ...audio, ...repeated].join('\n'))).toBeNull()
})
