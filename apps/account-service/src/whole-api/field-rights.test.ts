import { randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '@parley/contract'
import { accountEndpoints, fields } from '@parley/contract/account'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addressOf, serviceOfThisFile } from '../testing.ts'
import { changedBetween, fingerprintOf } from './testing/fingerprint.ts'
import { type Ask, headersOf } from './testing/roles.ts'
import { rows } from './testing/rows/index.ts'
import { nameOf, outcomeOf, send } from './testing/send.ts'
import { openWorld, serviceOfWorld, type World } from './testing/world.ts'

const service = serviceOfThisFile(serviceOfWorld)
let world: World
beforeAll(async () => {
  world = await openWorld(service())
})

/** What a back end may write in each of its fields. */
const examples: Readonly<Record<string, () => unknown>> = {
  client_read_only_metadata: () => ({ plan: 'largest' }),
  server_metadata: () => ({ managedProjectIds: ['internal'] }),
  is_verified: () => true,
  primary_email: () => addressOf('ada'),
  primary_email_verified: () => true,
  primary_email_auth_enabled: () => true,
  password: () => 'a goldfish in september',
  password_hash: () => `$2b$04$${'a'.repeat(53)}`,
  is_anonymous: () => false,
  account_id: () => randomUUID(),
  email: () => addressOf('ada'),
}

const shapeOf = (schema: unknown) => (schema instanceof z.ZodObject ? schema.shape : {})

const onlyOfServers = accountEndpoints.flatMap((endpoint: AnyEndpoint) => {
  const ofClients = shapeOf(endpoint.body)
  return Object.keys(shapeOf(endpoint.forServer?.body))
    .filter((key) => !(key in ofClients))
    .map((key) => ({ endpoint, name: nameOf(endpoint), key }))
})

async function askOf(endpoint: AnyEndpoint): Promise<Ask> {
  const row = rows[nameOf(endpoint)]
  if (!row) throw new Error(`${nameOf(endpoint)} has no row.`)
  return await row.ask(world)
}

/** Guarantee (TN1): what only a back end may write, an application cannot, be it signed in as the owner. */
describe('TN1: a client cannot write a field that only servers have', () => {
  test('there are such fields', () => {
    expect(onlyOfServers.length).toBeGreaterThan(15)
  })

  test.each(onlyOfServers)('$name: $key', async ({ endpoint, key }) => {
    const example = examples[key]
    if (!example) throw new Error(`Say in this file what a back end may write as ${key}.`)
    const ask = await askOf(endpoint)
    const changed = { ...ask, body: { ...(ask.body as object), [key]: example() } }

    const before = await fingerprintOf(service())
    const asClient = await send(service().origin, endpoint, changed, headersOf(world, 'owner'))
    const changes = changedBetween(before, await fingerprintOf(service()))
    const caller = ask.caller ?? (await world.person('hedy', world.tenant))
    const asServer = await send(
      service().origin,
      endpoint,
      changed,
      headersOf(world, 'serverForOwner', { caller }),
    )

    expect([outcomeOf(asClient), changes]).toEqual(['400 SCHEMA_ERROR', []])
    expect(asClient.body.details.message).toContain(key)
    expect(outcomeOf(asServer)).not.toBe('400 SCHEMA_ERROR')
  })
})

function takesUser(field: unknown): boolean {
  return field === fields.userIdOrMe || (field instanceof z.ZodOptional && takesUser(field.unwrap()))
}

/** Every place of a call of applications in which a user may be named. */
const placesOfUsers = accountEndpoints.flatMap((endpoint: AnyEndpoint) =>
  endpoint.access === 'client'
    ? (['params', 'query', 'body'] as const).flatMap((part) =>
        Object.entries(shapeOf(endpoint[part]))
          .filter(([, field]) => takesUser(field))
          .map(([key]) => ({ endpoint, name: nameOf(endpoint), part, key })),
      )
    : [],
)

/** Guarantee (TN1): an application that names somebody else than its own user is refused or finds nobody, wherever it names them. */
describe('TN1: a client cannot name somebody else', () => {
  test.each(placesOfUsers)('$name: $key of its $part', async ({ endpoint, part, key }) => {
    const ask = await askOf(endpoint)
    for (const somebody of [world.hedy.userId, world.otherPerson.userId, randomUUID()]) {
      const changed = { ...ask, [part]: { ...(ask[part] as object), [key]: somebody } }
      const before = await fingerprintOf(service())
      const answer = await send(service().origin, endpoint, changed, headersOf(world, 'owner'))

      // Who may see the members of a team may ask for one who is none: there is nobody.
      const isNobody = answer.status === 200 && answer.body.items?.length === 0
      expect(isNobody || (answer.status >= 400 && answer.status < 500), answer.text).toBe(true)
      expect(changedBetween(before, await fingerprintOf(service()))).toEqual([])
    }
  })
})

/** Answers that hand out tokens of a session. */
const tokenKeys = ['access_token', 'refresh_token']

/** Guarantee (SE5): whoever is between keeps no token, and the API sets no cookie but that of a journey to a provider. */
test('SE5: token answers are not stored, and only a journey to a provider has a cookie: for this browser, briefly, not for scripts', async () => {
  const withTokens: string[] = []
  for (const endpoint of accountEndpoints) {
    const ask = await askOf(endpoint)
    const answer = await send(service().origin, endpoint, ask, headersOf(world, 'owner', ask))
    const cookie = answer.headers.get('set-cookie')
    const isJourney = endpoint.path.startsWith('/auth/oauth/authorize/')

    expect(answer.headers.get('cache-control'), nameOf(endpoint)).toContain('no-store')
    expect(cookie !== null, nameOf(endpoint)).toBe(isJourney)
    if (cookie !== null) {
      expect(cookie).toMatch(/; HttpOnly(;|$)/)
      expect(cookie).toMatch(/; SameSite=Lax(;|$)/)
      expect(cookie.length).toBeLessThan(4096)
    }
    if (answer.status < 300 && tokenKeys.some((key) => answer.body?.[key])) withTokens.push(nameOf(endpoint))
  }
  expect(withTokens).toContain('POST /auth/password/sign-in')
  expect(withTokens).toContain('POST /auth/oauth/token')
})
