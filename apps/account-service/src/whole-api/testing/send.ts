import { type AnyEndpoint, type KeyOf, type KnownErrorCode, knownErrors } from '@parley/contract'
import type { AccountEndpoint } from '@parley/contract/account'
import { apiBase } from '@parley/server/http'
import type { Answered, Headers } from '../../testing.ts'

export type CallName = KeyOf<AccountEndpoint>

/** Contents of a request. */
export interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Headers
}

export function nameOf({ method, path }: AnyEndpoint): string {
  return `${method} ${path}`
}

/** The URL of a request, parameters included. */
export function addressOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const text = new URLSearchParams(query).toString()
  return `${apiBase}${filled === '/' ? '' : filled}${text ? `?${text}` : ''}`
}

/** Sends a request with exactly these headers and without following redirects. */
export async function send(
  origin: string,
  { method, path }: AnyEndpoint,
  parts: Parts,
  headers: Headers,
): Promise<Answered & { readonly text: string }> {
  const hasBody = method !== 'GET' && parts.body !== undefined
  return await sendRaw(origin + addressOf(path, parts), {
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
export function outcomeOf({ status, headers, body }: Answered): string {
  const code = headers.get('x-stack-known-error')
  if (code === null) return String(status)
  return body?.code === code ? `${status} ${code}` : `${status} ${code}, but in the body ${body?.code}`
}

export function inWords(outcome: Outcome): string {
  return typeof outcome === 'number' ? String(outcome) : `${knownErrors[outcome].status} ${outcome}`
}

export function isRefused(outcome: Outcome): boolean {
  return typeof outcome === 'string' || outcome >= 400
}
