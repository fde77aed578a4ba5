import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { outboundFetch } from '../outbound/outbound-fetch.ts'
import { DatabaseClient, isDatabaseUnavailable } from './is-database-unavailable.ts'

async function catchError(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    () => null,
    (error: unknown) => error,
  )
}

test.each([
  ['whose port is closed', 'postgres://127.0.0.1:9/test'],
  ['whose name does not resolve', 'postgres://database.invalid/test'],
  ['whose socket is missing', 'postgres:///test?host=/nonexistent'],
])('NR8: a database %s is unavailable', async (_, connectionString) => {
  const error = await catchError(new DatabaseClient({ connectionString }).connect())

  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each([
  ['53100', 'could not extend file', true],
  ['55P03', 'canceling statement due to lock timeout', true],
  ['23505', 'duplicate key value violates unique constraint', false],
])('ZR455: the error %s (%s) of a query counts as an outage: %s', (code, message, isOutage) => {
  const error = Object.assign(new DatabaseError(message, 0, 'error'), { code, severity: 'ERROR' })

  expect(isDatabaseUnavailable(error)).toBe(isOutage)
})

/** Guarantee: an application whose server is down does not make Parley report an outage of its database. */
test('NR8: an outbound request to a closed port is not a failure of the database', async () => {
  const error = await catchError(
    outboundFetch('http://127.0.0.1:9/', {}, { allowedNetworks: ['127.0.0.0/8'] }),
  )

  expect(error).toMatchObject({ syscall: 'connect', code: 'ECONNREFUSED' })
  expect(isDatabaseUnavailable(error)).toBe(false)
})

test.each([
  ['reading a file', () => readFile(tmpdir())],
  ['writing a file', () => writeFile('/dev/full', 'text')],
])('NR8: a failure of %s is not a failure of the database', async (_, access) => {
  const error = await catchError(access())

  expect(error).toMatchObject({ syscall: expect.stringMatching(/^(read|write)$/) })
  expect(isDatabaseUnavailable(error)).toBe(false)
})
