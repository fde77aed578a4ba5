import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { dial, hangUp, numbers, sleep, waitUntil, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'

/** Guarantee: another decoder reads our SIP, RTP and RTCP without an error. */
test('tshark finds nothing malformed in a captured trunk call', async ({ app, openUser }) => {
  const directory = mkdtempSync(join(tmpdir(), 'parley-capture-'))
  const file = join(directory, 'call.pcapng')
  const ada = await openUser('ada')
  const ports = `udp port ${app.sip.port} or udp portrange 10000-65535`
  // Other tests send from spoofed addresses.
  const filter = `src host ${app.sip.host} and dst host ${app.sip.host} and (${ports})`
  const tshark = spawn('tshark', ['-i', 'lo', '-f', filter, '-w', file, '-a', 'duration:60', '-q'])
  let output = ''
  tshark.stderr.on('data', (text: Buffer) => {
    output += text
  })
  const ended = new Promise((resolve) => tshark.once('exit', resolve))
  try {
    await waitUntil('the capture', () => output.includes('Capturing on'))
    await dial(ada.page, app, numbers.echo)
    await waitUntilConnected(ada.page)
    await sleep(2_000)
    await hangUp(ada.page)
    await sleep(500)
    tshark.kill('SIGINT')
    await ended

    // Calls of other tests are in the capture too: only what belongs to our SIP port is decoded as SIP and
    // RTP.
    const decoding = ['-d', `udp.port==${app.sip.port},sip`, '--disable-heuristic', 'sip_udp']
    const read = (...options: string[]) =>
      execFileSync('tshark', ['-r', file, ...decoding, ...options], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 64 * 1024 * 1024,
      }).trim()
    const malformed = `(sip || rtp.setup-method == "SDP" || rtcp.setup-method == "SDP") && (_ws.malformed || _ws.expert.severity == error)`
    expect(read('-Y', malformed)).toBe('')
    expect(read('-Y', 'sip.Method == "INVITE"')).not.toBe('')
    expect(read('-Y', 'sip.Status-Code == 200 && sip.CSeq.method == "BYE"')).not.toBe('')
    expect(read('-Y', 'rtcp.setup-method == "SDP"')).not.toBe('')
    expect(read('-Y', 'rtp.setup-method == "SDP" && rtp.p_type == 0').split('\n').length).toBeGreaterThan(100)
  } finally {
    tshark.kill('SIGKILL')
    await rm(directory, { recursive: true, force: true })
  }
})
