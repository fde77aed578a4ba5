import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { waitUntil } from '@parley/primitives'
import { createLog, openDatabase } from '@parley/server'
import { startTestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { acquireInstanceLock } from './instance-lock.ts'

/**
 * Guarantee: a network failure that closes no connection does not let a node place calls that another one
 * also places.
 */
test('FO1: a node whose connection to the database hangs loses the right to place calls, and gets it back', async () => {
  await using database = await startTestDatabase()
  await using relay = await startRelay(database.url)
  await using server = await openDatabase({ kind: 'postgres', url: relay.url })
  await using lock = await acquireInstanceLock(server, createLog({ level: 'silent' }))
  expect(lock.isHeld).toBe(true)

  relay.pause()
  await waitUntil('the lock is not held', () => !lock.isHeld, 15_000)
  relay.resume()

  await waitUntil('the lock is held', () => lock.isHeld, 60_000)
})

test('FO1: a connection that hangs while the lock is requested is given up', async () => {
  await using database = await startTestDatabase()
  await using relay = await startRelay(database.url, { pausesAt: 'pg_advisory_lock' })
  await using server = await openDatabase({ kind: 'postgres', url: relay.url })

  const acquiring = acquireInstanceLock(server, createLog({ level: 'silent' }))

  await expect(acquiring).rejects.toThrow('The database does not respond.')
})

/**
 * Starts a TCP relay to the socket of a test database that can stop forwarding without closing connections.
 *
 * @param pausesAt Text of a statement: a connection that sends it is paused.
 */
async function startRelay(databaseUrl: string, { pausesAt }: { readonly pausesAt?: string } = {}) {
  const url = new URL(databaseUrl)
  const socketPath = join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const sockets = new Set<Socket>()
  const relay = createServer((client) => {
    const server = connect(socketPath)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
    client.on('data', (data) => {
      if (pausesAt !== undefined && data.includes(pausesAt)) server.pause()
    })
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((relay.address() as AddressInfo).port)
  return {
    url: url.href,
    pause: () => sockets.forEach((socket) => void socket.pause()),
    resume: () => sockets.forEach((socket) => void socket.resume()),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      relay.close()
    },
  }
}
