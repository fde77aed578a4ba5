import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHouse } from '@parley/dev-env'
import { expect, test } from 'vitest'
import { dial, hangUp, numbers, pause, until, untilConnected } from './calling.ts'
import { newPerson } from './people.ts'

/** Guarantee: what we put on a trunk reads without an error in somebody else's decoder. */
test('a trunk call is captured, and tshark finds nothing malformed in it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'parley-capture-'))
  const file = join(directory, 'call.pcapng')
  await using house = await startHouse()
  await using ada = await newPerson(house, 'ada')
  const ports = `udp port ${house.sip.port} or udp portrange 10000-65535`
  const tshark = spawn('tshark', ['-i', 'lo', '-f', ports, '-w', file, '-a', 'duration:60', '-q'])
  let said = ''
  tshark.stderr.on('data', (text: Buffer) => {
    said += text
  })
  const ended = new Promise((resolve) => tshark.once('exit', resolve))
  try {
    await until('the capture', () => said.includes('Capturing on'))
    await dial(ada.page, house, numbers.echo)
    await untilConnected(ada.page)
    await pause(2_000)
    await hangUp(ada.page)
    await pause(500)
    tshark.kill('SIGINT')
    await ended

    const read = (...options: string[]) =>
      execFileSync('tshark', ['-r', file, '-d', `udp.port==${house.sip.port},sip`, ...options], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 64 * 1024 * 1024,
      }).trim()
    const ours = `(sip || rtp || rtcp) && (_ws.malformed || _ws.expert.severity == error)`
    expect(read('-Y', ours)).toBe('')
    expect(read('-Y', 'sip.Method == "INVITE"').split('\n').length).toBeGreaterThan(0)
    expect(read('-Y', 'sip.Status-Code == 200 && sip.CSeq.method == "BYE"')).not.toBe('')
    expect(read('-Y', 'rtp.p_type == 0').split('\n').length).toBeGreaterThan(100)
  } finally {
    tshark.kill('SIGKILL')
    await rm(directory, { recursive: true, force: true })
  }
})
