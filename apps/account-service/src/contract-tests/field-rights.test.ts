import { randomUUID } from 'node:crypto'
import { type AccountEndpointKey, fields } from '@parley/contract/account'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { setUpAccountService, uniqueEmail } from '../testing.ts'
import { changedTables, takeFingerprint } from './testing/fingerprint.ts'
import { createFixture, type Fixture, fixtureServiceOptions } from './testing/fixture.ts'
import { roleMatrix } from './testing/role-matrix/index.ts'
import { headersForRole, type RequestInput } from './testing/roles.ts'
import { endpointCases, send, toOutcome } from './testing/send.ts'

const service = setUpAccountService(fixtureServiceOptions)
let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture(service())
})

/** Example values for fields that only servers may write. */
const examples: Readonly<Record<string, () => unknown>> = {
  client_read_only_metadata: () => ({ plan: 'largest' }),
  server_metadata: () => ({ managedProjectIds: ['internal'] }),
  is_verified: () => true,
  primary_email: () => uniqueEmail('ada'),
  primary_email_verified: () => true,
  primary_email_auth_enabled: () => true,
  password: () => 'a goldfish in september',
  password_hash: () => `$2b$04$${'a'.repeat(53)}`,
  is_anonymous: () => false,
  account_id: () => randomUUID(),
  email: () => uniqueEmail('ada'),
}

const getFields = (schema: unknown) => (schema instanceof z.ZodObject ? schema.shape : {})

const serverOnlyFields = endpointCases.flatMap(({ endpoint, name }) => {
  const ofClients = getFields(endpoint.body)
  return Object.keys(getFields(endpoint.serverSchema?.body))
    .filter((key) => !(key in ofClients))
    .map((key) => ({ endpoint, name, key }))
})

async function requestFor(name: AccountEndpointKey): Promise<RequestInput> {
  return await roleMatrix[name].createInput(fixture)
}

/** Guarantee (TN1): a client cannot write server-only fields, even when signed in as the owner. */
describe('TN1: a client cannot write a server-only field', () => {
  test('server-only fields exist', () => {
    expect(serverOnlyFields.length).toBeGreaterThan(14)
  })

  test.each(serverOnlyFields)('$name: $key', async ({ endpoint, name, key }) => {
    const example = examples[key]
    if (!example) throw new Error(`Add an example value for ${key} to this file.`)
    const input = await requestFor(name)
    const changed = { ...input, body: { ...(input.body as object), [key]: example() } }

    const before = await takeFingerprint(service())
    const asClient = await send(service().origin, endpoint, changed, headersForRole(fixture, 'owner'))
    const changes = changedTables(before, await takeFingerprint(service()))
    const auth = input.auth ?? (await fixture.person('hedy', fixture.tenant))
    const serverHeaders = await send(
      service().origin,
      endpoint,
      changed,
      headersForRole(fixture, 'serverForOwner', { auth }),
    )

    expect([toOutcome(asClient), changes]).toEqual(['400 SCHEMA_ERROR', []])
    expect(asClient.body.details.message).toContain(key)
    expect(toOutcome(serverHeaders)).not.toBe('400 SCHEMA_ERROR')
  })
})

function takesUser(field: unknown): boolean {
  return field === fields.userIdOrMe || (field instanceof z.ZodOptional && takesUser(field.unwrap()))
}

/** Every parameter of a client request that may name a user. */
const userFields = endpointCases.flatMap(({ endpoint, name }) =>
  endpoint.access === 'client'
    ? (['params', 'query', 'body'] as const).flatMap((part) =>
        Object.entries(getFields(endpoint[part]))
          .filter(([, field]) => takesUser(field))
          .map(([key]) => ({ endpoint, name, part, key })),
      )
    : [],
)

/** Guarantee (TN1): a client that names another user is rejected or gets an empty result. */
describe('TN1: a client cannot act on another user', () => {
  test.each(userFields)('$name: $key of its $part', async ({ endpoint, name, part, key }) => {
    const input = await requestFor(name)
    for (const other of [fixture.hedy.userId, fixture.otherPerson.userId, randomUUID()]) {
      const changed = { ...input, [part]: { ...(input[part] as object), [key]: other } }
      const before = await takeFingerprint(service())
      const response = await send(service().origin, endpoint, changed, headersForRole(fixture, 'owner'))

      // A member with the permission may filter by a non-member; the result is empty.
      const isNobody = response.status === 200 && response.body.items?.length === 0
      expect(isNobody || (response.status >= 400 && response.status < 500), response.text).toBe(true)
      expect(changedTables(before, await takeFingerprint(service()))).toEqual([])
    }
  })
})

/** Response fields that contain session tokens. */
const tokenKeys = ['access_token', 'refresh_token']

/**
 * Guarantee (SE5): responses with tokens are not cacheable, and the only cookie is that of an OAuth
 * authorization request.
 */
test('SE5: responses with tokens are not stored, and only an OAuth authorization request sets a cookie: host-only, short-lived, HttpOnly', async () => {
  const withTokens: string[] = []
  for (const { endpoint, name } of endpointCases) {
    const input = await requestFor(name)
    const response = await send(service().origin, endpoint, input, headersForRole(fixture, 'owner', input))
    const cookie = response.headers.get('set-cookie')
    const isJourney = endpoint.path.startsWith('/auth/oauth/authorize/')

    expect(response.headers.get('cache-control'), name).toContain('no-store')
    expect(cookie !== null, name).toBe(isJourney)
    if (cookie !== null) {
      expect(cookie).toMatch(/; HttpOnly(;|$)/)
      expect(cookie).toMatch(/; SameSite=Lax(;|$)/)
      expect(cookie.length).toBeLessThan(4096)
    }
    if (response.status < 300 && tokenKeys.some((key) => response.body?.[key])) withTokens.push(name)
  }
  expect(withTokens).toContain('POST /auth/password/sign-in')
  expect(withTokens).toContain('POST /auth/oauth/token')
})
