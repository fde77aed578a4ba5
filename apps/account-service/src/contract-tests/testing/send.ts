import { type AnyEndpoint, type KnownErrorCode, knownErrors, toEndpointKey } from '@parley/contract'
import { type AccountEndpointKey, accountEndpoints } from '@parley/contract/account'
import { apiBase } from '@parley/server/http'
import type { Headers, TestResponse } from '../../testing.ts'

/** Every endpoint with its key. */
export const endpointCases: readonly { readonly endpoint: AnyEndpoint; readonly name: AccountEndpointKey }[] =
  accountEndpoints.map((endpoint) => ({ endpoint, name: toEndpointKey(endpoint) }))

/** Contents of a request. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Headers
}

/** The URL of a request, parameters included. */
export function toUrl(path: string, { params = {}, query = {} }: RequestParts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const text = new URLSearchParams(query).toString()
  return `${apiBase}${filled === '/' ? '' : filled}${text ? `?${text}` : ''}`
}

/** Sends a request with exactly these headers and without following redirects. */
export async function send(
  origin: string,
  { method, path }: AnyEndpoint,
  parts: RequestParts,
  headers: Headers,
): Promise<TestResponse & { readonly text: string }> {
  const hasBody = method !== 'GET' && parts.body !== undefined
  return await sendRaw(origin + toUrl(path, parts), {
    method,
    headers: {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...headers,
      ...parts.headers,
    },
    ...(hasBody ? { body: JSON.stringify(parts.body) } : {}),
  })
}

export async function sendRaw(url: string, request: RequestInit) {
  const response = await fetch(url, { redirect: 'manual', ...request })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : text,
  }
}

/** An expected result: an HTTP status or an error code. */
export type Outcome = number | KnownErrorCode

/** Returns the outcome of a response. An error code counts only if header and body agree. */
export function toOutcome({ status, headers, body }: TestResponse): string {
  const code = headers.get('x-stack-known-error')
  if (code === null) return String(status)
  return body?.code === code ? `${status} ${code}` : `${status} ${code}, but in the body ${body?.code}`
}

export function describeOutcome(outcome: Outcome): string {
  return typeof outcome === 'number' ? String(outcome) : `${knownErrors[outcome].status} ${outcome}`
}

export function isError(outcome: Outcome): boolean {
  return typeof outcome === 'string' || outcome >= 400
}
