import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseServer } from '@parley/server'
import type { BenchRequest, Send } from '../accounts/load.ts'
import { compareSamples, medianValue } from './samples.ts'

const addresses = 600
const warmUpCalls = 100

/** A request that depends on an e-mail address. */
interface TimedRequest {
  readonly name: string
  readonly createRequest: (email: string) => BenchRequest
  readonly expectedStatus: number
  /** Time for the background work of a request (e-mail), so that the next request runs on an idle server. */
  readonly quietMs: number
}

/**
 * EN2: response times for known and unknown e-mail addresses, in random order over one connection.
 */
export async function measureResponseTimes(
  database: DatabaseServer,
  send: Send,
  { projectId, headers }: { readonly projectId: string; readonly headers: Readonly<Record<string, string>> },
): Promise<void> {
  const known = await createUsers(database, send, { projectId, headers })
  const unknown = known.map((email) => email.replace('known', 'other'))

  console.log('EN2: responses for known and unknown addresses\n')
  console.log('| request | n of each | median known, ms | median unknown, ms | difference | D | p |')
  console.log('|---|---|---|---|---|---|---|')
  for (const question of createTimedRequests(headers)) {
    const responses = await measure(send, question, { known, unknown })
    const {
      medianDifference: ofMedians,
      distance,
      probability,
    } = compareSamples(responses.known, responses.unknown)
    const columns = [
      question.name,
      responses.known.length,
      medianValue(responses.known).toFixed(2),
      medianValue(responses.unknown).toFixed(2),
      `${(ofMedians * 100).toFixed(1)} %`,
      distance.toFixed(3),
      probability.toFixed(2),
    ]
    console.log(`| ${columns.join(' | ')} |`)
  }
}

function createTimedRequests(headers: Readonly<Record<string, string>>): TimedRequest[] {
  const post = (path: string, body: object): BenchRequest => ({
    method: 'POST',
    path: `/api/v1/auth/${path}`,
    headers,
    body: JSON.stringify(body),
  })
  const page = (name: string) => `http://localhost:3000/handler/${name}`
  return [
    {
      name: 'sign-in with a wrong password',
      // A different password each time, because one password tried on many accounts is throttled.
      createRequest: (email) => post('password/sign-in', { email, password: `wrong ${randomUUID()}` }),
      expectedStatus: 400,
      quietMs: 0,
    },
    {
      name: 'password reset code',
      createRequest: (email) =>
        post('password/send-reset-code', { email, callback_url: page('password-reset') }),
      expectedStatus: 200,
      quietMs: 25,
    },
    {
      name: 'sign-in code',
      createRequest: (email) =>
        post('otp/send-sign-in-code', { email, callback_url: page('magic-link-callback') }),
      expectedStatus: 200,
      quietMs: 25,
    },
  ]
}

type Sides<T> = Record<'known' | 'unknown', T>

async function measure(
  send: Send,
  { createRequest, expectedStatus, quietMs }: TimedRequest,
  emails: Sides<readonly string[]>,
): Promise<Sides<number[]>> {
  const sides = ['known', 'unknown'] as const
  const calls = shuffled(sides.flatMap((side) => emails[side].map((email) => ({ side, email }))))
  const times: Sides<number[]> = { known: [], unknown: [] }
  const warmUp = Array.from({ length: warmUpCalls }, (_, index) => ({
    side: null,
    email: `warm-${index}@example.com`,
  }))
  for (const { side, email } of [...warmUp, ...calls]) {
    const call = createRequest(email)
    const sentAt = performance.now()
    const { status, text } = await send(call)
    const tookMs = performance.now() - sentAt
    if (status !== expectedStatus) throw new Error(`${call.path} returned ${status}: ${text}`)
    if (side) times[side].push(tookMs)
    if (quietMs > 0) await wait(quietMs)
  }
  return times
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value)
}

/** Creates users with a password and a verified e-mail address. */
async function createUsers(
  { pool }: DatabaseServer,
  send: Send,
  { projectId, headers }: { readonly projectId: string; readonly headers: Readonly<Record<string, string>> },
): Promise<string[]> {
  const emails = Array.from({ length: addresses }, (_, index) => `known-${index}@example.com`)
  const signUp = async (email: string) => {
    const body = {
      email,
      password: `a password of ${randomUUID()}`,
      verification_callback_url: 'http://localhost:3000/handler/email-verification',
    }
    const call = { method: 'POST', path: '/api/v1/auth/password/sign-up', headers } as const
    const { status, text } = await send({ ...call, body: JSON.stringify(body) })
    if (status !== 200) throw new Error(`Sign-up returned ${status}: ${text}`)
  }
  for (const email of emails) await signUp(email)
  await pool.query('update accounts.contact_channels set is_verified = true where project_id = $1', [
    projectId,
  ])
  await pool.query(
    `update accounts.projects set config = (config::jsonb || '{"magic_link_enabled": true}')::json where id = $1`,
    [projectId],
  )
  // Waits until the e-mails of the sign-ups are sent.
  while ((await countQueuedEmails(pool)) > 0) await wait(100)
  return emails
}

async function countQueuedEmails(pool: DatabaseServer['pool']): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::int as count from jobs.job
     where state in ('created', 'active', 'retry') and name not like '\\_\\_%'`,
  )
  return rows[0].count
}
