import { type AnyEndpoint, type KnownErrorCode, knownErrors } from '@parley/contract'
import { commonErrors } from '@parley/contract/account'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUpAccountService, type TestResponse } from '../testing.ts'
import { changedTables, takeFingerprint, waitForJobs } from './testing/fingerprint.ts'
import { createFixture, type Fixture, fixtureServiceOptions } from './testing/fixture.ts'
import { arbitraryMutations, type Mutation, mutate } from './testing/mutations.ts'
import { roleMatrix } from './testing/role-matrix/index.ts'
import { headersForRole, type MatrixEntry, type RequestInput } from './testing/roles.ts'
import { endpointCases, send, sendRaw, toUrl } from './testing/send.ts'

/**
 * Cases per endpoint (the nightly run has 200), and their seed: PARLEY_FUZZ_CASES=8000 PARLEY_FUZZ_SEED=7.
 */
const cases = Number(process.env.PARLEY_FUZZ_CASES ?? 8)
const seed = Number(process.env.PARLEY_FUZZ_SEED ?? 1)

const service = setUpAccountService(fixtureServiceOptions)
let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture(service())
})

const requesters = [
  'unauthenticated',
  'application',
  'owner',
  'otherUser',
  'serverForOwner',
  'admin',
  'otherServer',
] as const
type RequesterName = (typeof requesters)[number]

const authorizedRequesters: Readonly<Record<string, readonly RequesterName[]>> = {
  public: ['unauthenticated'],
  client: ['owner', 'owner', 'otherUser', 'serverForOwner'],
  server: ['serverForOwner', 'admin', 'otherServer'],
  admin: ['admin'],
}

/** Mostly roles that are authorized, because more can fail beyond authorization. */
const requestersFor = ({ access }: AnyEndpoint) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(authorizedRequesters[access] ?? requesters)) },
    { weight: 1, arbitrary: fc.constantFrom(...requesters) },
  )

/** Errors after which, by contract, the code in the request is consumed. */
const consumingErrors: readonly unknown[] = ['PASSKEY_REGISTRATION_FAILED', 'PASSKEY_AUTHENTICATION_FAILED']

/** Without a path parameter, or with a very long one, the request matches another route or none. */
function matchesOtherRoute({ path }: AnyEndpoint, { params = {} }: RequestInput): boolean {
  const filled = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => String(params[name] ?? ''))
  return filled.some((text) => text === '' || encodeURIComponent(text).length > 2_000)
}

type RawResponse = TestResponse & { readonly text: string }

/** Returns how a response violates the contract; empty if it does not. */
function findViolations(
  endpoint: AnyEndpoint,
  input: RequestInput,
  { status, headers, body, text }: RawResponse,
): string[] {
  const plainTextErrors = endpoint.plainTextErrors ?? []
  const code = headers.get('x-stack-known-error')
  const declared = new Set<string>([...endpoint.errors, ...commonErrors])
  const isText = status >= 400 && typeof body === 'string'
  const mayBeText = [413, 414, 429, 431, ...plainTextErrors]
  const problems = [
    status >= 500 && !plainTextErrors.includes(status) && `returns ${status}`,
    code !== null && body?.code !== code && `the header says ${code}, the body ${body?.code}`,
    code !== null &&
      knownErrors[code as KnownErrorCode]?.status !== status &&
      `${code} is returned with ${status}`,
    code !== null && !(typeof body?.error === 'string' && body.error) && `${code} has no message`,
    /\n\s+at .+:\d+:\d+|node_modules/.test(text) && 'exposes internals',
    ...(matchesOtherRoute(endpoint, input)
      ? []
      : [
          code !== null && !declared.has(code) && `${code} is not declared`,
          isText && !mayBeText.includes(status) && `returns ${status} as plain text, which is not declared`,
        ]),
  ]
  return problems.filter((problem) => problem !== false)
}

/** URLs carry well-formed text only: no lone surrogates. */
function toUrlText(values: RequestInput['params'] = {}): Record<string, string> {
  const entries = Object.entries(values as Record<string, unknown>).filter(([, value]) => value !== undefined)
  const texts = entries.map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return Object.fromEntries(texts.map(([key = '', text = '']) => [key, text.toWellFormed()]))
}

/** Headers cannot carry every string. Values that cannot be sent are omitted. */
function toSendableHeaders(headers: RequestInput['headers'] = {}): Record<string, string> {
  const entries = Object.entries(headers).filter(
    ([name, value]) => typeof value === 'string' && /^[\w-]+$/.test(name),
  )
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()]),
  )
}

/** Reuses a valid request until it succeeds once; then its fixtures are recreated. */
function createRequestSource(row: MatrixEntry) {
  let input: RequestInput | null = null
  let before: Awaited<ReturnType<typeof takeFingerprint>> | null = null
  return {
    async next() {
      // A successful request may have ended sessions.
      if (!input) await fixture.stayThere()
      input ??= await row.createInput(fixture)
      if (!before) await waitForJobs(service())
      before ??= await takeFingerprint(service())
      return { input, before }
    },
    letIn() {
      input = null
      before = null
    },
  }
}

async function runCase(
  endpoint: AnyEndpoint,
  at: ReturnType<typeof createRequestSource>,
  auth: RequesterName,
  mutations: Mutation[],
) {
  const { input, before } = await at.next()
  const { headers: changed, ...parts } = mutate(input, mutations, fixture)
  const headers = { ...headersForRole(fixture, auth, input), ...toSendableHeaders(changed) }
  const wellFormed = { params: toUrlText(parts.params), query: toUrlText(parts.query) }
  const response = await send(service().origin, endpoint, { ...wellFormed, body: parts.body }, headers)
  const status = Number(response.headers.get('x-stack-actual-status') ?? response.status)
  const isRefused = status >= 400
  const mayUseUp = consumingErrors.includes(response.headers.get('x-stack-known-error'))
  const changes = isRefused ? changedTables(before, await takeFingerprint(service())) : []
  const moved = changes.filter((table) => !(mayUseUp && table === 'verification_codes'))
  if (!isRefused || changes.length > 0) at.letIn()
  return [
    ...findViolations(endpoint, wellFormed, { ...response, status }),
    ...(moved.length > 0
      ? [`answers ${status} ${response.body?.code ?? ''} and changes ${moved.join(', ')}`]
      : []),
  ]
}

/**
 * Guarantee (OP6): every request gets a response that conforms to the contract: no internal errors, no
 * undeclared errors, and no changes by failed requests.
 */
describe('OP6: requests generated from the schemas and mutated', () => {
  test.each(endpointCases.map((each, index) => ({ ...each, index })))(
    '$name',
    async ({ endpoint, index, name }) => {
      const row = roleMatrix[name]
      // An owner may have changed the project's configuration before.
      await fixture.reconfigure()
      const at = createRequestSource(row)
      await fc.assert(
        fc.asyncProperty(requestersFor(endpoint), arbitraryMutations(endpoint), async (auth, mutations) => {
          expect(await runCase(endpoint, at, auth, mutations)).toEqual([])
        }),
        { numRuns: cases, seed: seed + index },
      )
    },
  )
})

const bodies: Readonly<Record<string, { type?: string; body: string | Uint8Array<ArrayBuffer> }>> = {
  'bytes that are not UTF-8': {
    type: 'application/json',
    body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22]),
  },
  'truncated JSON': { type: 'application/json', body: '{"email": "ada@exam' },
  nothing: { type: 'application/json', body: '' },
  'deep JSON': { type: 'application/json', body: `${'['.repeat(50_000)}${']'.repeat(50_000)}` },
  'JSON with a duplicate key': { type: 'application/json', body: '{"email":1,"email":2,"__proto__":{}}' },
  'a form': { type: 'application/x-www-form-urlencoded', body: 'a=%FF&__proto__=1&a=2&&=' },
  XML: { type: 'application/xml', body: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>' },
  'an invalid content type': { type: 'json; charset=\u00ff', body: '{}' },
  'three megabytes': { type: 'application/json', body: JSON.stringify('x'.repeat(3 * 1024 * 1024)) },
}

const unreadable = ['bytes that are not UTF-8', 'truncated JSON', 'nothing', 'XML', 'an invalid content type']

/** Guarantee (OP6): an unreadable body is rejected without side effects. */
test('OP6: bodies that do not match their content type are rejected by every endpoint', async () => {
  await fixture.reconfigure()
  await fixture.stayThere()
  const problems: string[] = []
  for (const { endpoint, name } of endpointCases) {
    if (!endpoint.body) continue
    const input = await roleMatrix[name].createInput(fixture)
    const role = endpoint.access === 'admin' ? 'admin' : 'serverForOwner'
    const before = await takeFingerprint(service())
    for (const [what, { type, body }] of Object.entries(bodies)) {
      const headers = { ...headersForRole(fixture, role, input), ...(type ? { 'content-type': type } : {}) }
      const url = service().origin + toUrl(endpoint.path, input)
      const response = await sendRaw(url, { method: endpoint.method, headers, body })
      problems.push(
        ...findViolations(endpoint, input, response).map((problem) => `${name}, ${what}: ${problem}`),
      )
      const errorCode = response.headers.get('x-stack-known-error')
      if (response.status < 400) problems.push(`${name} takes ${what}`)
      else if (unreadable.includes(what) && errorCode !== 'BODY_PARSING_ERROR')
        problems.push(`${name} calls ${what} ${errorCode ?? response.status}`)
    }
    for (const table of changedTables(before, await takeFingerprint(service())))
      problems.push(`${name} changed ${table}`)
  }
  expect(problems).toEqual([])
})

afterAll(async () => {
  const health = await fetch(`${service().origin}/health?db=1`)
  expect([health.status, (await service().get('/projects/current')).status]).toEqual([200, 200])
})
