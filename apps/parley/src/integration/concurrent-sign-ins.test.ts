import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { startTestApp, type TestApp } from '@parley/dev-env'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'

const password = 'correct horse battery'
const mebibyte = 2 ** 20

/**
 * A password hash uses 19 MiB, and one runs per core; 1,000 concurrent hashes would use 19 GiB. The rest is
 * for 1,000 waiting or rejected requests and for garbage that is not collected yet. On two cores the total
 * was 110 to 120 MiB, 75 of which were that rest, so the bound leaves more than twice as much. Without the
 * queue, the same sign-ins used more than 350 MiB.
 */
const maxGrowthBytes = (19 * availableParallelism() + 180) * mebibyte

/** Guarantee (PW6): the memory used by concurrent sign-ins is bounded. */
test('PW6: 1,000 concurrent sign-ins use bounded memory, and each gets a response', async () => {
  // Enough threads for many hashes, so that only the queue limits them.
  const settings = {
    PARLEY_RATE_LIMIT_FACTOR: '1000',
    PARLEY_MAX_CONNECTIONS_PER_NETWORK: '2000',
    UV_THREADPOOL_SIZE: '256',
  }
  await using app = await startTestApp({ settings })
  const call = await createClient(app)
  const users = ['ada', 'grace', 'linus', 'hedy'].map((name) => `${name}@example.com`)
  for (const email of users) {
    const verification_callback_url = `${app.phoneUrl}/handler/email-verification`
    await call('sign-up', { email, password, verification_callback_url })
  }
  const signIn = async (index: number) => {
    const email =
      index % 2 ? required(users[index % users.length], 'an entry') : `unknown-${index}@example.com`
    return await call('sign-in', { email, password })
  }
  await resetPeakMemory(app.pid)
  const before = await readPeakBytes(app.pid)

  const responses = await Promise.all(Array.from({ length: 1_000 }, (_, index) => signIn(index)))
  const growth = (await readPeakBytes(app.pid)) - before

  const refusals = ['400 EMAIL_PASSWORD_MISMATCH', '429 after 1 s']
  const kinds = new Set(responses.map(({ kind }) => kind))
  expect([...kinds].filter((kind) => kind !== '200' && !refusals.includes(kind))).toEqual([])
  expect(kinds).toContain('200')
  expect(growth).toBeLessThan(maxGrowthBytes)
  expect((await signIn(1)).kind).toBe('200')
})

async function createClient(app: TestApp) {
  const project = await (await fetch(`${app.phoneUrl}/api/v1/client-config`)).json()
  return async (what: 'sign-up' | 'sign-in', body: object) => {
    const response = await fetch(`${app.accountsUrl}/api/v1/auth/password/${what}`, {
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

/** Resets the peak memory usage that the kernel records for a process. */
async function resetPeakMemory(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
}

/** Reads the peak memory usage recorded by the kernel, which misses no peak. */
async function readPeakBytes(pid: number): Promise<number> {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (!kibibytes) throw new Error(`The kernel does not report the memory of process ${pid}.`)
  return Number(kibibytes) * 1_024
}
