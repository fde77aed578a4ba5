import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { type House, startHouse } from '@parley/dev-env'
import { expect, test } from 'vitest'

const password = 'correct horse battery'
const mebibyte = 2 ** 20

/**
 * A hash takes 19 MiB while it runs, and one runs on each core: a thousand at once would take 19 GiB. The rest is what a
 * thousand requests take that wait or are refused, and what lies about until it is collected. On two cores all of it was
 * measured as 110 to 120 MiB, 75 of them that rest, for which there is more than twice the room. Without the queue the same
 * sign-ins, coming no faster than the database lets them, took 350 MiB and more.
 */
const mostGrowthBytes = (19 * availableParallelism() + 180) * mebibyte

/** Guarantee (PW6): however many sign in at the same moment, memory stays within a bound. */
test('PW6: a thousand sign-ins at once take bounded memory, and each is answered', async () => {
  // As many threads as would let hashes run without end: what holds them back is the queue.
  const settings = { PARLEY_RATE_LIMIT_FACTOR: '1000', UV_THREADPOOL_SIZE: '256' }
  await using house = await startHouse({ settings })
  const call = await callsOf(house)
  const people = ['ada', 'grace', 'linus', 'hedy'].map((name) => `${name}@example.com`)
  for (const email of people) {
    const verification_callback_url = `${house.phoneUrl}/handler/email-verification`
    await call('sign-up', { email, password, verification_callback_url })
  }
  const signIn = async (index: number) => {
    const email = index % 2 ? people[index % people.length]! : `nobody-${index}@example.com`
    return await call('sign-in', { email, password })
  }
  await forgetPeak(house.pid)
  const before = await readPeakBytes(house.pid)

  const answers = await Promise.all(Array.from({ length: 1_000 }, (_, index) => signIn(index)))
  const growth = (await readPeakBytes(house.pid)) - before

  const refusals = ['400 EMAIL_PASSWORD_MISMATCH', '429 after 1 s']
  const kinds = new Set(answers.map(({ kind }) => kind))
  expect([...kinds].filter((kind) => kind !== '200' && !refusals.includes(kind))).toEqual([])
  expect(kinds).toContain('200')
  expect(growth).toBeLessThan(mostGrowthBytes)
  expect((await signIn(1)).kind).toBe('200')
})

async function callsOf(house: House) {
  const project = await (await fetch(`${house.phoneUrl}/api/v1/client-config`)).json()
  return async (what: 'sign-up' | 'sign-in', body: object) => {
    const response = await fetch(`${house.accountsUrl}/api/v1/auth/password/${what}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-stack-access-type': 'client',
        'x-stack-project-id': project.projectId,
        'x-stack-publishable-client-key': project.publishableClientKey,
      },
      body: JSON.stringify(body),
    })
    await response.text()
    const { status, headers } = response
    const retryAfter = headers.get('retry-after')
    const known = headers.get('x-stack-known-error')
    return { kind: `${status}${known ? ` ${known}` : ''}${retryAfter ? ` after ${retryAfter} s` : ''}` }
  }
}

/** Has the kernel count the most memory of a process from now on. */
async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
}

/** The most memory that a process had at any moment, as the kernel saw it: no sample misses a peak. */
async function readPeakBytes(pid: number): Promise<number> {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (!kibibytes) throw new Error(`The kernel does not tell the memory of process ${pid}.`)
  return Number(kibibytes) * 1_024
}
