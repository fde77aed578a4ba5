import { type AnyEndpoint, type KnownErrorCode, knownErrors } from '@parley/contract'
import { accountEndpoints, commonErrors } from '@parley/contract/account'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answered, serviceOfThisFile } from '../testing.ts'
import { changedBetween, fingerprintOf, settled } from './testing/fingerprint.ts'
import { type Mutation, mutate, mutationsOf } from './testing/mutations.ts'
import { type Ask, headersOf, type Row } from './testing/roles.ts'
import { rows } from './testing/rows/index.ts'
import { addressOf, nameOf, send, sendRaw } from './testing/send.ts'
import { openWorld, serviceOfWorld, type World } from './testing/world.ts'

/** Cases per endpoint (the nightly run has 200), and their seed: PARLEY_FUZZ_CASES=8000 PARLEY_FUZZ_SEED=7. */
const cases = Number(process.env.PARLEY_FUZZ_CASES ?? 8)
const seed = Number(process.env.PARLEY_FUZZ_SEED ?? 1)

const service = serviceOfThisFile(serviceOfWorld)
let world: World
beforeAll(async () => {
  world = await openWorld(service())
})

const callers = [
  'nobody',
  'application',
  'owner',
  'stranger',
  'serverForOwner',
  'admin',
  'otherServer',
] as const
type CallerName = (typeof callers)[number]

const letIn: Readonly<Record<string, readonly CallerName[]>> = {
  public: ['nobody'],
  client: ['owner', 'owner', 'stranger', 'serverForOwner'],
  server: ['serverForOwner', 'admin', 'otherServer'],
  admin: ['admin'],
}

/** Mostly roles that are authorized, because more can fail beyond authorization. */
const callersOf = ({ access }: AnyEndpoint) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(letIn[access] ?? callers)) },
    { weight: 1, arbitrary: fc.constantFrom(...callers) },
  )

/** Errors after which, by contract, the code in the request is consumed. */
const usesUp: readonly unknown[] = ['PASSKEY_REGISTRATION_FAILED', 'PASSKEY_AUTHENTICATION_FAILED']

/** Without a path parameter, or with a very long one, the request matches another route or none. */
function isElsewhere({ path }: AnyEndpoint, { params = {} }: Ask): boolean {
  const filled = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => String(params[name] ?? ''))
  return filled.some((text) => text === '' || encodeURIComponent(text).length > 2_000)
}

type Told = Answered & { readonly text: string }

/** Returns how a response violates the contract; empty if it does not. */
function problemsOf(endpoint: AnyEndpoint, ask: Ask, { status, headers, body, text }: Told): string[] {
  const textErrors = endpoint.textErrors ?? []
  const code = headers.get('x-stack-known-error')
  const declared = new Set<string>([...endpoint.errors, ...commonErrors])
  const isText = status >= 400 && typeof body === 'string'
  const mayBeText = [413, 414, 429, 431, ...textErrors]
  const problems = [
    status >= 500 && !textErrors.includes(status) && `returns ${status}`,
    code !== null && body?.code !== code && `the header says ${code}, the body ${body?.code}`,
    code !== null &&
      knownErrors[code as KnownErrorCode]?.status !== status &&
      `${code} is returned with ${status}`,
    code !== null && !(typeof body?.error === 'string' && body.error) && `${code} has no message`,
    /\n\s+at .+:\d+:\d+|node_modules/.test(text) && 'exposes internals',
    ...(isElsewhere(endpoint, ask)
      ? []
      : [
          code !== null && !declared.has(code) && `${code} is not declared`,
          isText && !mayBeText.includes(status) && `returns ${status} as plain text, which is not declared`,
        ]),
  ]
  return problems.filter((problem) => problem !== false)
}

/** URLs carry well-formed text only: no lone surrogates. */
function inAddress(values: Ask['params'] = {}): Record<string, string> {
  const entries = Object.entries(values as Record<string, unknown>).filter(([, value]) => value !== undefined)
  const texts = entries.map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return Object.fromEntries(texts.map(([key = '', text = '']) => [key, text.toWellFormed()]))
}

/** Headers cannot carry every string. Values that cannot be sent are omitted. */
function sendable(headers: Ask['headers'] = {}): Record<string, string> {
  const entries = Object.entries(headers).filter(
    ([name, value]) => typeof value === 'string' && /^[\w-]+$/.test(name),
  )
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()]),
  )
}

/** Reuses a valid request until it succeeds once; then its fixtures are recreated. */
function repeatedly(row: Row) {
  let ask: Ask | null = null
  let before: Awaited<ReturnType<typeof fingerprintOf>> | null = null
  return {
    async next() {
      // A successful request may have ended sessions.
      if (!ask) await world.stayThere()
      ask ??= await row.ask(world)
      if (!before) await settled(service())
      before ??= await fingerprintOf(service())
      return { ask, before }
    },
    letIn() {
      ask = null
      before = null
    },
  }
}

async function problemsWith(
  endpoint: AnyEndpoint,
  at: ReturnType<typeof repeatedly>,
  caller: CallerName,
  mutations: Mutation[],
) {
  const { ask, before } = await at.next()
  const { headers: changed, ...parts } = mutate(ask, mutations, world)
  const headers = { ...headersOf(world, caller, ask), ...sendable(changed) }
  const wellFormed = { params: inAddress(parts.params), query: inAddress(parts.query) }
  const answer = await send(service().origin, endpoint, { ...wellFormed, body: parts.body }, headers)
  const status = Number(answer.headers.get('x-stack-actual-status') ?? answer.status)
  const isRefused = status >= 400
  const mayUseUp = usesUp.includes(answer.headers.get('x-stack-known-error'))
  const changes = isRefused ? changedBetween(before, await fingerprintOf(service())) : []
  const moved = changes.filter((table) => !(mayUseUp && table === 'verification_codes'))
  if (!isRefused || changes.length > 0) at.letIn()
  return [
    ...problemsOf(endpoint, wellFormed, { ...answer, status }),
    ...(moved.length > 0
      ? [`answers ${status} ${answer.body?.code ?? ''} and changes ${moved.join(', ')}`]
      : []),
  ]
}

/**
 * Guarantee (OP6): every request gets a response that conforms to the contract: no internal errors, no undeclared
 * errors, and no changes by failed requests.
 */
describe('OP6: requests generated from the schemas and mutated', () => {
  test.each(accountEndpoints.map((endpoint, index) => ({ endpoint, index, name: nameOf(endpoint) })))(
    '$name',
    async ({ endpoint, index, name }) => {
      const row = rows[name]
      if (!row) throw new Error(`${name} has no entry: add its expected responses to testing/rows.`)
      // An owner may have changed the project's configuration before.
      await world.configureAnew()
      const at = repeatedly(row)
      await fc.assert(
        fc.asyncProperty(callersOf(endpoint), mutationsOf(endpoint), async (caller, mutations) => {
          expect(await problemsWith(endpoint, at, caller, mutations)).toEqual([])
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
  await world.configureAnew()
  await world.stayThere()
  const problems: string[] = []
  for (const endpoint of accountEndpoints) {
    if (!('body' in endpoint)) continue
    const ask = await rows[nameOf(endpoint)]!.ask(world)
    const role = endpoint.access === 'admin' ? 'admin' : 'serverForOwner'
    const before = await fingerprintOf(service())
    for (const [what, { type, body }] of Object.entries(bodies)) {
      const headers = { ...headersOf(world, role, ask), ...(type ? { 'content-type': type } : {}) }
      const url = service().origin + addressOf(endpoint.path, ask)
      const answer = await sendRaw(url, { method: endpoint.method, headers, body })
      problems.push(
        ...problemsOf(endpoint, ask, answer).map((problem) => `${nameOf(endpoint)}, ${what}: ${problem}`),
      )
      const told = answer.headers.get('x-stack-known-error')
      if (answer.status < 400) problems.push(`${nameOf(endpoint)} takes ${what}`)
      else if (unreadable.includes(what) && told !== 'BODY_PARSING_ERROR')
        problems.push(`${nameOf(endpoint)} calls ${what} ${told ?? answer.status}`)
    }
    for (const table of changedBetween(before, await fingerprintOf(service())))
      problems.push(`${nameOf(endpoint)} changed ${table}`)
  }
  expect(problems).toEqual([])
})

afterAll(async () => {
  const health = await fetch(`${service().origin}/health?db=1`)
  expect([health.status, (await service().get('/projects/current')).status]).toEqual([200, 200])
})
