import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const session = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n'
const fingerprint = `a=fingerprint:sha-256 ${Array(32).fill('AB').join(':')}\r\n`
const audio = `m=audio 9 UDP/TLS/RTP/SAVPF 0\r\nc=IN IP4 0.0.0.0\r\na=mid:0\r\na=ice-ufrag:abcd\r\na=ice-pwd:${'x'.repeat(24)}\r\n${fingerprint}a=setup:active\r\na=rtcp-mux\r\na=recvonly\r\n`

/** Descriptions with which a browser may answer; each of them differs from a valid one. */
const descriptions: readonly string[] = [
  'x',
  '\0',
  'v=0',
  session,
  `${session}m=audio`,
  `${session}m=audio 70000 RTP/AVP 0\r\n`,
  `${session}m=audio -1 UDP/TLS/RTP/SAVPF 0\r\n`,
  `${session}m=video 9 UDP/TLS/RTP/SAVPF 96\r\n`,
  `${session}m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\na=sctp-port:5000\r\n`,
  session + audio.repeat(50),
  session + audio.replace(fingerprint, ''),
  session + audio.replace('sha-256', 'md5'),
  session + audio.replace('AB:', 'ZZ:'),
  session + audio.replace(/a=fingerprint:sha-256 .*/, 'a=fingerprint:sha-256 AB'),
  session + audio.replace('a=setup:active', 'a=setup:actpass'),
  session + audio.replace('a=setup:active', 'a=setup:holdconn'),
  session + audio.replace('a=mid:0', 'a=mid:other'),
  session + audio.replace('a=mid:0', `a=mid:${'m'.repeat(5_000)}`),
  session + audio.replace('a=ice-ufrag:abcd', 'a=ice-ufrag:'),
  session + audio.replace('a=ice-ufrag:abcd', `a=ice-ufrag:${'u'.repeat(5_000)}`),
  session + audio.replace(/a=ice-pwd:x+/, 'a=ice-pwd:short'),
  session + audio.replace('SAVPF 0', 'SAVPF 255'),
  session + audio.replace('SAVPF 0', `SAVPF ${Array.from({ length: 3_000 }, (_, index) => index).join(' ')}`),
  session + audio.replace('a=rtcp-mux', 'a=rtpmap:0 PCMU/0/0'),
  session + audio.replace('a=rtcp-mux', 'a=rtpmap:0 opus/99999999999/255'),
  session + audio.replace('a=rtcp-mux', 'a=candidate:1 1 UDP 4294967295 169.254.169.254 99999 typ host'),
  session + audio.replace('a=rtcp-mux', 'a=candidate:'),
  session +
    audio.replace('a=rtcp-mux', Array(500).fill('a=candidate:1 1 UDP 1 127.0.0.1 9 typ host').join('\r\n')),
  session + audio.replace('a=rtcp-mux', 'a=ssrc:99999999999 cname:x\r\na=ssrc-group:FID 1 2 3'),
  session + audio.replaceAll('\r\n', '\n\n'),
  session + audio.replaceAll('\r\n', '\0'),
  `${session}${audio}${'a=x\r\n'.repeat(10_000)}`,
]

/** Guarantee: a browser harms at most its own leg by the description that it sends. */
test('descriptions that no browser sends are rejected or ignored, and other calls continue', async () => {
  await using phone = await startPhone()
  const [ada, hedy] = [phone.signUp('Ada'), phone.signUp('Hedy')]
  await using listening = await openBrowser(phone, ada)
  await listening.call('+15550101')
  await listening.waitForTone(1_000)
  const processes = [...phone.engine.mediaPids]
  const api = phone.as(hedy)

  const unexpected: string[] = []
  const { body: started } = await api.post('/calls', { handsetId: randomUUID(), to: '+15550100' })
  for (const sdp of descriptions) {
    const joined = await api.post(`/calls/${started.call.id}/join`, { handsetId: randomUUID() })
    const { legId, joinInformation } = joined.body
    const answer = { connectionId: joinInformation.connectionId, sdp }
    const { status } = await api.post(`/calls/${started.call.id}/legs/${legId}/answer`, { answer })
    if (status >= 500) unexpected.push(`${status}: ${sdp.slice(0, 200)}`)
  }

  expect(unexpected).toEqual([])
  expect(phone.engine.mediaPids).toEqual(processes)
  await listening.waitForTone(1_000)
})
