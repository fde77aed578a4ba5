import type { AnyEndpoint } from '@parley/contract'
import { accountEndpoints } from '@parley/contract/account'
import { phoneEndpoints } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import type { z } from 'zod'
import { randomValue } from '../../../../apps/phone-service/src/testing/random-requests.ts'
import type { TestApp } from '../test-app.ts'
import { type Actor, isSignedIn, signUpActor } from './actors.ts'
import { mutateBytes } from './mutate-bytes.ts'
import type { Pace } from './pace.ts'

/** A response that no request may cause, as a sentence. */
export type Problem = string

interface Target {
  readonly endpoint: AnyEndpoint
  readonly isPhone: boolean
}

const targets: readonly Target[] = [
  ...accountEndpoints.map((endpoint) => ({ endpoint, isPhone: false })),
  ...phoneEndpoints.map((endpoint) => ({ endpoint, isPhone: true })),
]

/** Sends requests with generated bodies, half of them damaged, to every endpoint of both services. */
export async function fuzzJson(
  app: TestApp,
  random: () => number,
  count: number,
  pace: Pace = async () => {},
): Promise<Problem[]> {
  const problems: Problem[] = []
  let actor = await signUpActor(app)
  for (let sent = 0; sent < count; sent++) {
    await pace()
    const target = required(targets[sent % targets.length], 'an endpoint')
    const { status, text, url } = await sendRequest(app, actor, target, random)
    if (status >= 500) problems.push(`${target.endpoint.method} ${url} returned ${status}: ${text}`)
    if (status === 401 && !(await isSignedIn(app, actor))) actor = await signUpActor(app)
  }
  return problems
}

async function sendRequest(app: TestApp, actor: Actor, { endpoint, isPhone }: Target, random: () => number) {
  const { method, path, params, query, body } = endpoint
  const fields = (schema: z.ZodType | undefined): Record<string, unknown> => {
    const value = schema && randomValue(schema, random)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  }
  const values = fields(params)
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(values[name]))
  const search = Object.entries(fields(query))
    .slice(0, 20)
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
  const url = `${isPhone ? app.phoneUrl : app.accountsUrl}/api/v1${address}?${search.join('&')}`
  const json = Buffer.from(JSON.stringify(body ? randomValue(body, random) : null) ?? 'null')
  const bytes = random() < 0.5 ? mutateBytes(json, random) : json
  const response = await fetch(url, {
    method,
    headers: {
      ...(isPhone ? actor.phoneHeaders : actor.accountHeaders),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    body: method === 'GET' ? null : new Uint8Array(bytes),
    redirect: 'manual',
  })
  const text = await response.text()
  const status = Number(response.headers.get('x-stack-actual-status') ?? response.status)
  return { status, text: text.slice(0, 300), url: url.slice(0, 300) }
}

function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.slice(0, 1_500).toWellFormed()) || '-'
}
