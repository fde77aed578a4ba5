import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sendViaSmtp } from '../email/send-via-smtp.ts'
import { outboundFetch } from './outbound-fetch.ts'

const outbound = { allowedNetworks: ['127.0.0.0/8'] }
const email = {
  from: { name: 'Parley', address: 'parley@example.com' },
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'Hello',
  html: '',
  locale: 'en-US',
}

/** Starts a server that passes its first connection to `serve`. Returns its port and what `serve` resolves to. */
async function startServer<T>(serve: (socket: Socket) => Promise<T>) {
  const { promise: served, resolve } = Promise.withResolvers<T>()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    resolve(serve(socket).finally(() => socket.destroy()))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, served }
}

async function readNext(socket: Socket): Promise<Buffer> {
  const [data] = await once(socket, 'data')
  return data
}

/** Returns the cipher suites and the groups of the first message of a TLS client; RFC 8446, section 4.1.2. */
function parseClientHello(record: Buffer): { suites: number[]; groups: number[] } {
  let at = 5 + 4 + 2 + 32
  const readVector = (lengthBytes: 1 | 2) => {
    const start = at + lengthBytes
    at = start + record.readUIntBE(at, lengthBytes)
    return record.subarray(start, at)
  }
  const toNumbers = (vector: Buffer) =>
    Array.from({ length: vector.length / 2 }, (_, index) => vector.readUInt16BE(2 * index))
  readVector(1)
  const suites = toNumbers(readVector(2))
  readVector(1)
  const end = at + 2 + record.readUInt16BE(at)
  at += 2
  let groups: number[] = []
  while (at < end) {
    const type = record.readUInt16BE(at)
    at += 2
    const extension = readVector(2)
    if (type === 10) groups = toNumbers(extension.subarray(2))
  }
  return { suites, groups }
}

/** The suites with finite-field Diffie-Hellman that OpenSSL knows. */
const isFiniteField = (suite: number) =>
  [0x33, 0x39, 0x45, 0x67, 0x6b, 0x88, 0x9e, 0x9f, 0xbe, 0xc4].includes(suite) ||
  [0xccaa, 0xc09e, 0xc09f, 0xc0a2, 0xc0a3, 0xc052, 0xc053].includes(suite)

test('ZR89: an HTTPS request offers no key exchange whose parameters the server chooses', async () => {
  const { port, served } = await startServer(async (socket) => parseClientHello(await readNext(socket)))

  await expect(outboundFetch(`https://127.0.0.1:${port}/`, {}, outbound)).rejects.toThrow()

  const { suites, groups } = await served
  expect([suites.length > 5, suites.filter(isFiniteField)]).toEqual([true, []])
  expect([groups.length > 2, groups.filter((group) => group >= 0x100 && group < 0x200)]).toEqual([true, []])
})

test('ZR89: STARTTLS of an e-mail server offers no key exchange whose parameters the server chooses', async () => {
  const { port, served } = await startServer(async (socket) => {
    socket.write('220 ready\r\n')
    await readNext(socket)
    socket.write('250-ready\r\n250 STARTTLS\r\n')
    await readNext(socket)
    socket.write('220 go on\r\n')
    return parseClientHello(await readNext(socket))
  })
  const server = { host: '127.0.0.1', port, username: 'parley', password: 'secret' }

  await expect(
    sendViaSmtp(server, email, '<1@example.com>', { timeoutMs: 10_000, outbound }),
  ).rejects.toThrow()

  const { suites, groups } = await served
  expect([suites.length > 5, suites.filter(isFiniteField)]).toEqual([true, []])
  expect(groups.filter((group) => group >= 0x100 && group < 0x200)).toEqual([])
})
