import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { accountEndpoints, fields } from './account/index.ts'
import { createEndpointDefiner, listEndpoints } from './endpoint.ts'
import {
  type AnyEndpoint,
  errorDetails,
  KnownError,
  type KnownErrorCode,
  knownErrors,
  toEndpointKey,
} from './index.ts'
import { phoneEndpoints } from './phone/index.ts'

const apis: [string, readonly AnyEndpoint[]][] = [
  ['accounts', accountEndpoints],
  ['phone', phoneEndpoints],
]

describe.each(apis)('endpoints of %s', (_name, endpoints) => {
  test('no two endpoints have the same method and path', () => {
    const names = endpoints.map(({ method, path }) => `${method} ${path}`)

    expect(new Set(names).size).toBe(names.length)
  })

  test('every path parameter is declared, and no others', () => {
    for (const { path, params } of endpoints) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)

      expect(Object.keys(params?.shape ?? {}).sort()).toEqual(inPath.sort())
    }
  })

  /** GET must not change state, so that links, images and scanners cannot. */
  test('a GET endpoint has no body', () => {
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET'))
      expect(endpoint.body).toBeUndefined()
  })

  test('every schema can be converted to JSON Schema', () => {
    for (const { params, query, body, response, serverSchema } of endpoints)
      for (const schema of [
        params,
        query,
        body,
        response,
        serverSchema?.query,
        serverSchema?.body,
        serverSchema?.response,
      ])
        if (schema)
          expect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).toBeTypeOf('object')
  })

  test('an endpoint declares each error once', () => {
    for (const { errors } of endpoints) expect(new Set(errors).size).toBe(errors.length)
  })
})

describe('known errors', () => {
  /** Statuses are part of the contract: clients distinguish errors by them. */
  test('statuses other than 400 match the wire contract', () => {
    const byStatus = Map.groupBy(Object.entries(knownErrors), ([, { status }]) => status)
    const listCodes = (status: 400 | 401 | 404 | 408 | 409 | 500) =>
      (byStatus.get(status) ?? []).map(([code]) => code).sort()

    expect([...byStatus.keys()].sort()).toEqual([400, 401, 404, 408, 409, 500])
    expect(listCodes(404)).toEqual(
      [
        'API_KEY_NOT_FOUND',
        'PERMISSION_NOT_FOUND',
        'PROJECT_NOT_FOUND',
        'TEAM_MEMBERSHIP_NOT_FOUND',
        'TEAM_NOT_FOUND',
        'USER_NOT_FOUND',
        'VERIFICATION_CODE_NOT_FOUND',
        'WRONG_PERMISSION_SCOPE',
      ].sort(),
    )
    expect(listCodes(408)).toEqual(['OUTER_OAUTH_TIMEOUT'])
    expect(listCodes(409)).toEqual(
      [
        'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
        'EMAIL_ALREADY_VERIFIED',
        'EMAIL_TEMPLATE_ALREADY_EXISTS',
        'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER',
        'TEAM_MEMBERSHIP_ALREADY_EXISTS',
        'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION',
        'USER_EMAIL_ALREADY_EXISTS',
        'VERIFICATION_CODE_ALREADY_USED',
        // Additions to the wire contract, for projects with quotas or with permissions that members manage.
        'API_KEY_LIMIT_REACHED',
        'CONTACT_CHANNEL_LIMIT_REACHED',
        'PROJECT_LIMIT_REACHED',
        'TEAM_LIMIT_REACHED',
        'TEAM_MEMBER_LIMIT_REACHED',
        'TEAM_PERMISSION_LAST_HOLDER',
      ].sort(),
    )
    expect(listCodes(500)).toEqual(['UNSUPPORTED_ERROR'])
    expect(listCodes(401)).toEqual(
      [
        'ACCESS_TOKEN_EXPIRED',
        'ADMIN_ACCESS_TOKEN_EXPIRED',
        'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
        'ADMIN_AUTHENTICATION_REQUIRED',
        'API_KEY_EXPIRED',
        'API_KEY_REVOKED',
        'CLIENT_AUTHENTICATION_REQUIRED',
        'CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED',
        'CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED',
        'CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED',
        'EXPECTED_INTERNAL_PROJECT',
        'INSUFFICIENT_ACCESS_TYPE',
        'INVALID_PROJECT_FOR_ACCESS_TOKEN',
        'INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN',
        'INVALID_PUBLISHABLE_CLIENT_KEY',
        'INVALID_SECRET_SERVER_KEY',
        'INVALID_SUPER_SECRET_ADMIN_KEY',
        'PROJECT_PERMISSION_REQUIRED',
        'PROVIDER_REJECTED',
        'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
        'SERVER_AUTHENTICATION_REQUIRED',
        'TEAM_PERMISSION_NOT_FOUND',
        'TEAM_PERMISSION_REQUIRED',
        'UNPARSABLE_ACCESS_TOKEN',
        'UNPARSABLE_ADMIN_ACCESS_TOKEN',
        'USER_AUTHENTICATION_REQUIRED',
      ].sort(),
    )
  })

  test('messages fixed by the specification are unchanged, and every message is a sentence', () => {
    expect(knownErrors.EMAIL_PASSWORD_MISMATCH.message).toBe('Wrong e-mail or password.')
    expect(knownErrors.PASSWORD_CONFIRMATION_MISMATCH.message).toBe('Passwords do not match.')
    expect(knownErrors.OUTER_OAUTH_TIMEOUT.message).toBe(
      'The OAuth flow has timed out. Please sign in again.',
    )
    for (const { message } of Object.values(knownErrors)) expect(message).toMatch(/\.$/)
  })

  /** Clients rebuild these errors from their details and fail if the details are missing. */
  test('errors whose details SDK clients read unconditionally have details', () => {
    const read: KnownErrorCode[] = [
      'BODY_PARSING_ERROR',
      'INVALID_ACCESS_TYPE',
      'PASSKEY_REGISTRATION_FAILED',
      'PASSKEY_AUTHENTICATION_FAILED',
      'CLI_AUTH_ERROR',
      'CLI_AUTH_EXPIRED_ERROR',
      'CLI_AUTH_USED_ERROR',
      'INVALID_SCOPE',
      'ADMIN_ACCESS_TOKEN_EXPIRED',
    ]

    for (const code of read) expect(errorDetails).toHaveProperty(code)
    expect(errorDetails.ADMIN_ACCESS_TOKEN_EXPIRED.safeParse({ expired_at_millis: 1 }).success).toBe(false)
  })

  test('an error has its status, message and details', () => {
    const error = new KnownError('PASSWORD_TOO_SHORT', { min_length: 8 })

    expect(error).toMatchObject({
      status: 400,
      details: { min_length: 8 },
      message: 'The password is too short.',
    })
  })
})

describe('fields', () => {
  /** Guarantee (EN6): addresses that look the same are equal after normalisation. */
  test('e-mail addresses are normalised before validation', () => {
    for (const typed of ['ada@example.com', ' ADA@Example.COM ', 'ada＠example.com', 'ａｄａ@example.com'])
      expect(fields.signInEmail.parse(typed)).toBe('ada@example.com')
    for (const none of [
      'аda@example.com',
      'ada@exam ple.com',
      'ada@@example.com',
      'ada@-example.com',
      'ada\n@example.com',
    ])
      expect(fields.signInEmail.safeParse(none).success).toBe(false)
    expect(fields.email.safeParse('ada@localhost').success).toBe(true)
    expect(fields.signInEmail.safeParse('ada@localhost').success).toBe(false)
  })

  test.each([
    ['ada', 'must be an e-mail address'],
    ['ada@', 'must be an e-mail address'],
    ['ada@localhost', 'must be an e-mail address with a complete domain'],
  ])('the invalid e-mail address %s is reported with one issue', (typed, sentence) => {
    const { error } = fields.signInEmail.safeParse(typed)
    expect(error?.issues.map(({ message }) => message)).toEqual([sentence])
  })

  test('a UUID has version 1 to 5 or is the nil UUID, in any case', () => {
    expect(fields.uuid.parse('6A1C0000-0000-4000-8000-00000000000A')).toBe(
      '6a1c0000-0000-4000-8000-00000000000a',
    )
    expect(fields.uuid.safeParse('00000000-0000-0000-0000-000000000000').success).toBe(true)
    for (const none of ['', '123', 'me', '6a1c0000-0000-9000-8000-000000000000', `{${crypto.randomUUID()}}`])
      expect(fields.uuid.safeParse(none).success).toBe(false)
  })

  test('a callback URL has an HTTP(S) or application scheme, never one that executes code', () => {
    for (const url of ['https://a.example.com/x?y#z', 'http://localhost:3000', 'myapp://callback'])
      expect(fields.callbackUrl.safeParse(url).success).toBe(true)
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'blob:https://a/b',
      '/relative',
      'https://a b',
      'x',
    ])
      expect(fields.callbackUrl.safeParse(url).success).toBe(false)
  })
})

/** Guarantee: the list contains every endpoint that a module exports, and nothing else. */
test('the list of endpoints is derived from the exports of the modules', () => {
  const define = createEndpointDefiner<'public', 'SCHEMA_ERROR'>()
  const endpoint = { access: 'public', summary: '', errors: [] } as const
  const getNote = define({ ...endpoint, method: 'GET', path: '/notes/{note}' })
  const deleteNote = define({ ...endpoint, method: 'DELETE', path: '/notes/{note}' })
  const getHealth = define({ ...endpoint, method: 'GET', path: '/health' })

  const list = listEndpoints({ notes: { note: z.object({}), getNote, deleteNote }, health: { getHealth } })

  expect(list.map(toEndpointKey)).toEqual(['GET /health', 'GET /notes/{note}', 'DELETE /notes/{note}'])
})
