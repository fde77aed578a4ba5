import { hash as hashWithBcrypt } from '@node-rs/bcrypt'
import { toNetworkKeys } from '@parley/server'
import { expect, test } from 'vitest'
import { createPasswordHashing } from './index.ts'

const password = 'correct horse battery'
const cost = { memoryCost: 1_024, timeCost: 2, parallelism: 1 }

/** Starts hashing with `running` threads, and records the order in which its hashes are completed. */
async function startHashing(running: number) {
  const passwords = await createPasswordHashing(cost, {
    running,
    waiting: 64,
    findOwnerId: async (projectId) => projectId.split('/')[0] ?? '',
  })
  const completed: string[] = []
  const compare = (
    projectId: string,
    hash: string | null,
    { disconnected = null, ip = '198.51.100.1' }: { disconnected?: AbortSignal | null; ip?: string } = {},
  ) =>
    passwords
      .matches(password, hash, { projectId, networks: toNetworkKeys(ip), disconnected }, async () => {})
      .then(
        ({ matches }) => completed.push(`${projectId} ${matches}`),
        (error: { status: number }) => completed.push(`${projectId} ${error.status}`),
      )
  return { passwords, compare, completed }
}

/** Guarantee: the requests of one owner, in however many projects, delay those of another by one hash. */
test('ZR96: owners of projects take turns in hashing', async () => {
  const { passwords, compare, completed } = await startHashing(1)
  const hash = await passwords.hash(password, { projectId: 'phone', networks: [], disconnected: null })

  await Promise.all([
    ...['eve/1', 'eve/1', 'eve/2', 'eve/2'].map((projectId) => compare(projectId, hash)),
    compare('ada/1', hash),
  ])

  // One hash of the other owner was running, and one was before it in turn.
  expect(completed.indexOf('ada/1 true')).toBeLessThanOrEqual(2)
})

/** Guarantee: a client with many IPv6 networks delays those of others by one hash, and takes no place from them. */
test('ZR674: the networks of clients take turns in hashing, and those of one IPv6 /48 are one of them', async () => {
  const { passwords, compare, completed } = await startHashing(1)
  const hash = await passwords.hash(password, { projectId: 'eve/1', networks: [], disconnected: null })

  await Promise.all([
    // More than may wait.
    ...Array.from({ length: 80 }, (_, index) =>
      compare('eve/1', hash, { ip: `2001:db8:77:${index.toString(16)}::1` }),
    ),
    compare('eve/ada', hash, { ip: '192.0.2.1' }),
    compare('eve/grace', hash, { ip: '2001:db8:78::1' }),
  ])

  const compared = completed.filter((outcome) => !outcome.endsWith('429'))
  expect(compared.indexOf('eve/ada true')).toBeGreaterThanOrEqual(0)
  expect(compared.indexOf('eve/ada true')).toBeLessThanOrEqual(3)
  expect(compared.indexOf('eve/grace true')).toBeGreaterThanOrEqual(0)
  expect(compared.indexOf('eve/grace true')).toBeLessThanOrEqual(3)
})

/** Guarantee: imported hashes of a high cost do not occupy the threads that everyone needs. */
test('ZR97: slow imported hashes run one at a time and delay no others', async () => {
  const { passwords, compare, completed } = await startHashing(2)
  const hash = await passwords.hash(password, { projectId: 'phone', networks: [], disconnected: null })
  const slow = await hashWithBcrypt(password, { cost: 12 })

  await Promise.all([
    ...['eve/1', 'eve/2', 'mallory/1', 'mallory/1'].map((projectId) => compare(projectId, slow)),
    ...Array.from({ length: 20 }, () => compare('phone', hash)),
  ])

  // The hashes of the phone take less time than one slow hash.
  expect(completed.lastIndexOf('phone true')).toBeLessThanOrEqual(21)
  expect(completed.slice(-3).every((name) => !name.startsWith('phone'))).toBe(true)
})

test('ZR97: more than eight slow hashes of one owner are rejected, and those of clients that have disconnected do not run', async () => {
  const { compare, completed } = await startHashing(2)
  const slow = await hashWithBcrypt(password, { cost: 11 })
  const left = new AbortController()

  const all = [
    ...Array.from({ length: 3 }, () => compare('eve/1', slow, { disconnected: left.signal })),
    ...Array.from({ length: 6 }, () => compare('eve/1', slow)),
    compare('eve/1', slow),
    compare('ada/1', slow),
  ]
  await Promise.race(all)
  left.abort()
  await Promise.all(all)

  expect(completed.filter((outcome) => outcome === 'eve/1 429').length).toBeGreaterThanOrEqual(3)
  expect(completed).toContain('ada/1 true')
})
