import { performance } from 'node:perf_hooks'
import { Pool } from 'undici'

export interface BenchRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface BenchResponse {
  readonly status: number
  readonly text: string
  readonly cookies: readonly string[]
}

/** The result of a load test. */
export interface Rate {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
}

export type Send = (call: BenchRequest) => Promise<BenchResponse>

/**
 * Sends requests over persistent connections with minimal overhead, because client and server share the
 * cores.
 */
export function createSender(port: number, connections: number): Send & AsyncDisposable {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1, keepAliveTimeout: 1_000 })
  const send = async ({ method, path, headers, body }: BenchRequest): Promise<BenchResponse> => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await pool.request({
      method,
      path,
      headers: { ...type, ...headers },
      body: body ?? null,
    })
    const cookies = [response.headers['set-cookie'] ?? []].flat()
    return { status: response.statusCode, text: await response.body.text(), cookies }
  }
  return Object.assign(send, { [Symbol.asyncDispose]: () => pool.close() })
}

/**
 * Sends requests over concurrent connections for a fixed time. An unsuccessful response aborts the benchmark.
 */
export async function load(
  send: Send,
  {
    connections,
    forMs,
    next,
  }: { readonly connections: number; readonly forMs: number; readonly next: () => BenchRequest },
): Promise<Rate> {
  const times: number[] = []
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - startedAt < forMs) {
        const call = next()
        const sentAt = performance.now()
        const { status, text } = await send(call)
        if (status >= 300)
          throw new Error(`${call.method} ${call.path} returned ${status}: ${text.slice(0, 300)}`)
        times.push(performance.now() - sentAt)
      }
    }),
  )
  return toRate(times, performance.now() - startedAt)
}

export function toRate(times: readonly number[], duringMs: number): Rate {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (percent: number) => sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN
  return { perSecond: (times.length / duringMs) * 1_000, p50Ms: at(50), p95Ms: at(95), p99Ms: at(99) }
}
