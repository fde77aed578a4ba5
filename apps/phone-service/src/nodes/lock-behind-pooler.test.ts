import { createLog, openDatabase } from '@parley/server'
import { startPgBouncer, startTestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { acquireInstanceLock } from './instance-lock.ts'

/**
 * Guarantee: the lock of the phone service does not depend on a session that a connection pooler gives to
 * others.
 */
test('NR6: behind PgBouncer in transaction mode, a second phone service does not get the lock', async () => {
  await using database = await startTestDatabase()
  // Every transaction uses the same session, in which an advisory lock can be acquired again.
  await using pooler = await startPgBouncer(database, { poolSize: 1 })
  const open = () => openDatabase({ kind: 'postgres', url: pooler.url, directUrl: database.url })
  await using first = await open()
  await using second = await open()
  const log = createLog({ level: 'silent' })
  await using lock = await acquireInstanceLock(first, log)

  await expect(acquireInstanceLock(second, log)).rejects.toThrow('Another phone service')

  expect(lock.isHeld).toBe(true)
})
