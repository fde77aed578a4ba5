import { createProjectKeys, createProjectWithKeys } from '@parley/account-service'
import type { AnyEndpoint } from '@parley/contract'
import { accountEndpoints } from '@parley/contract/account'
import { phoneEndpoints } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { connectToDatabase } from '@parley/server'
import type { z } from 'zod'
import { randomValue } from '../../../../apps/phone-service/src/testing/random-requests.ts'
import type { TestApp } from '../test-app.ts'
import { type Actor, allowTrunks, isSignedIn, signUpActor } from './actors.ts'
import { createKnownValues, type KnownValues } from './known-values.ts'
import { listVariants } from './list-variants.ts'

const maxAttempts = 300

interface FuzzOptions {
  readonly random: () => number
  /** Values for each field of each endpoint. */
  readonly perField: number
}

export interface FuzzedFields {
  readonly sent: number
  /** Requests that were accepted. */
  readonly accepted: number
  /** Responses that no request may cause, as sentences. */
  readonly problems: readonly string[]
}

interface Session {
  readonly app: TestApp
  readonly headers: (endpoint: AnyEndpoint, isPhone: boolean, actor: Actor) => Record<string, string>
  readonly known: KnownValues
  readonly actor: Actor
}

/**
 * Sends each endpoint of both contracts valid requests in which one field has an unusual value that the
 * contract accepts. Deletions are left out: they store nothing.
 */
export async function fuzzFields(app: TestApp, { random, perField }: FuzzOptions): Promise<FuzzedFields> {
  let session = await openSession(app)
  const targets = [
    ...accountEndpoints.map((endpoint: AnyEndpoint) => ({ endpoint, isPhone: false })),
    ...phoneEndpoints.map((endpoint: AnyEndpoint) => ({ endpoint, isPhone: true })),
  ].filter(({ endpoint }) => endpoint.method !== 'DELETE')

  const result = { sent: 0, accepted: 0, problems: [] as string[] }
  for (const { endpoint, isPhone } of targets) {
    const schema = bodySchema(endpoint, isPhone)
    const valid = schema ? createValid(schema, random, session.known) : undefined
    const bodies = schema ? [valid, ...listVariants(schema, valid, { random, perField })] : [undefined]
    for (const body of bodies) {
      const { status, text } = await send(session, { endpoint, isPhone }, body, random)
      result.sent++
      if (status < 400) result.accepted++
      const what = `${endpoint.method} ${endpoint.path} ${JSON.stringify(body)?.slice(0, 300)}`
      if (status >= 500) result.problems.push(`${what} returned ${status}: ${text}`)
      if (status === 401 && !(await isSignedIn(app, session.actor))) session = await openSession(app)
    }
  }
  return result
}

async function openSession(app: TestApp): Promise<Session> {
  const actor = await createActor(app)
  const known = createKnownValues({ pages: `${app.phoneUrl}/handler`, userId: actor.userId })
  const session: Session = { app, headers: await createHeaders(app), known, actor }
  for (const path of ['/teams', '/contact-channels'] as const) {
    const response = await fetch(`${app.accountsUrl}/api/v1${path}?user_id=me`, {
      headers: actor.accountHeaders,
    })
    known.learn(path, await response.json())
  }
  return session
}

/** Signs up a user whose workspace may have trunks. */
async function createActor(app: TestApp): Promise<Actor> {
  const actor = await signUpActor(app)
  await allowTrunks(app, actor)
  return actor
}

/**
 * Returns a function for the headers of a request: with server rights in the phone's project, with admin
 * rights in another one.
 */
async function createHeaders({ dataDirectory }: TestApp): Promise<Session['headers']> {
  await using server = await connectToDatabase({ kind: 'embedded', dataDirectory })
  const expiresAt = new Date('2126-01-01T00:00:00Z')
  const phone = await createProjectKeys(server, { project: 'phone', description: 'Fuzzing', expiresAt })
  const other = await createProjectWithKeys(server, { displayName: 'Notes' })
  return ({ access }, isPhone, { phoneHeaders, accountHeaders }) => {
    if (isPhone) return phoneHeaders
    if (access === 'server')
      return {
        ...accountHeaders,
        'x-stack-access-type': 'server',
        'x-stack-secret-server-key': phone.secretServerKey,
      }
    if (access !== 'admin') return accountHeaders
    return {
      'x-stack-access-type': 'admin',
      'x-stack-project-id': other.projectId,
      'x-stack-super-secret-admin-key': other.superSecretAdminKey,
    }
  }
}

/** Requests of servers may have more fields. */
function bodySchema({ access, body, serverSchema }: AnyEndpoint, isPhone: boolean): z.ZodType | undefined {
  const isServer = !isPhone && (access === 'server' || access === 'admin')
  return (isServer ? serverSchema?.body : undefined) ?? body
}

/** Returns a random value that matches the schema, or the last attempt when none of many does. */
function createValid(schema: z.ZodType, random: () => number, { values: known }: KnownValues): unknown {
  const options = { invalidShare: 0, optionalShare: 0.35, known }
  let value: unknown
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    value = randomValue(schema, random, options)
    if (schema.safeParse(value).success) return value
  }
  return value
}

async function send(
  { app, actor, headers, known }: Session,
  { endpoint, isPhone }: { readonly endpoint: AnyEndpoint; readonly isPhone: boolean },
  body: unknown,
  random: () => number,
) {
  const address = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const values = known.values[name] ?? ['00000000-0000-4000-8000-000000000000']
    return encodeURIComponent(String(required(values[Math.floor(random() * values.length)], name)))
  })
  const names = ['user_id', 'team_id'].filter((name) => endpoint.query && name in endpoint.query.shape)
  const query = names.map((name) => `${name}=${known.values[name]?.[0] ?? ''}`).join('&')
  const response = await fetch(`${isPhone ? app.phoneUrl : app.accountsUrl}/api/v1${address}?${query}`, {
    method: endpoint.method,
    headers: {
      ...headers(endpoint, isPhone, actor),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined || endpoint.method === 'GET' ? null : JSON.stringify(body),
    redirect: 'manual',
  })
  const text = await response.text()
  const status = Number(response.headers.get('x-stack-actual-status') ?? response.status)
  if (status < 400) known.learn(endpoint.path, parse(text))
  return { status, text: text.slice(0, 300) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
