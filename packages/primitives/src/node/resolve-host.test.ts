import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { required } from '../required.ts'
import { parseHostsFile, parseSearchDomains, resolveHost } from './resolve-host.ts'

/** Returns the name in a question; RFC 1035, section 4.1.2. */
function parseName(question: Buffer): string {
  const labels: string[] = []
  for (let at = 12; question[at]; at += 1 + (question[at] ?? 0))
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)))
  return labels.join('.')
}

/** Starts a name server that returns one address; with null it never responds. */
async function startNameServer(address: readonly number[] | null) {
  const socket = createSocket('udp4')
  const names: string[] = []
  socket.on('message', (question, { port }) => {
    names.push(parseName(question))
    if (!address) return
    // RFC 1035 section 4.1: the name starts at offset 12 and ends with a zero; type and class follow.
    const end = question.indexOf(0, 12) + 5
    const isOfIpv4 = question.readUInt16BE(end - 4) === 1
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address])
    const head = Buffer.from([
      required(question[0], 'the first question'),
      required(question[1], 'the second question'),
      0x81,
      0x80,
      0,
      1,
      0,
      isOfIpv4 ? 1 : 0,
      0,
      0,
      0,
      0,
    ])
    socket.send(Buffer.concat([head, question.subarray(12, end), ...(isOfIpv4 ? [record] : [])]), port)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    nameServers: [`127.0.0.1:${socket.address().port}`],
    lookups: () => names.length,
    names: () => new Set(names),
    [Symbol.dispose]: () => void socket.close(),
  }
}

test('a name resolves to the address of its name server', async () => {
  using server = await startNameServer([192, 0, 2, 7])

  expect(await resolveHost('sip.example.com', server)).toEqual([{ address: '192.0.2.7', family: 4 }])
})

test('localhost resolves without a name server', async () => {
  using server = await startNameServer([192, 0, 2, 7])
  const found = await resolveHost('localhost', server)

  expect(found.map(({ address }) => address)).toContain('127.0.0.1')
  expect(server.lookups()).toBe(0)
})

test('a name without a dot is searched in the domains of the system, and then as it is', async () => {
  using server = await startNameServer([192, 0, 2, 7])
  const options = { ...server, searchDomains: ['office.example.com'] }

  expect(await resolveHost('pbx', options)).toEqual([{ address: '192.0.2.7', family: 4 }])
  expect(server.names()).toEqual(new Set(['pbx.office.example.com', 'pbx']))
})

test('the search list is the last one of the configuration, without final dots', () => {
  const configuration = 'search a.example.com\nnameserver 192.0.2.1\nsearch\tb.example.com. c.example.com\n'

  expect(parseSearchDomains(configuration)).toEqual(['b.example.com', 'c.example.com'])
  expect(parseSearchDomains('nameserver 192.0.2.1')).toEqual([])
})

/** Guarantee: slow name servers block neither password hashing nor file access. */
test('ZR13: many pending lookups, of names with and without a dot, do not block the thread pool', async () => {
  using server = await startNameServer(null)
  const options = { ...server, searchDomains: [] }
  let ended = 0
  const slow = Array.from({ length: 20 }, async (_, index) => {
    const found = await resolveHost(index % 2 ? `slow-${index}.example.com` : `slow-${index}`, options)
    ended++
    return found
  })
  while (server.names().size < 20) await new Promise((resolve) => setTimeout(resolve, 10))
  await readFile(import.meta.filename)

  expect(ended).toBe(0)
  expect((await Promise.all(slow)).flat()).toEqual([])
})

test('a hosts file is parsed with comments, aliases and both address families', () => {
  const hosts = `
    # 192.0.2.1 sip.example.com
    192.0.2.2\tSIP.example.com  trunk.example.com # ours
    2001:db8::2 sip.example.com
    nonsense sip.example.com
    192.0.2.3 other-sip.example.com`

  expect(parseHostsFile(hosts, 'sip.example.com')).toEqual([
    { address: '192.0.2.2', family: 4 },
    { address: '2001:db8::2', family: 6 },
  ])
  expect(parseHostsFile(hosts, 'trunk.example.com')).toHaveLength(1)
})

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['0x7f.1', '127.0.0.1'],
  ['0177.0.0.1.', '127.0.0.1'],
])('%s resolves to the address %s without a name server', async (name, address) => {
  expect(await resolveHost(name, { nameServers: [] })).toEqual([{ address, family: 4 }])
})
