import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Answer {
  readonly status: number
  readonly text: string
  readonly cookies: readonly string[]
}

/** What a load measured. */
export interface Rate {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
}

export interface Send {
  (call: Call): Promise<Answer>
  /** Closes connections that nobody uses: a server does so too after some seconds, in the middle of the next call. */
  closeIdle(): void
}

/** Sends calls over connections that stay open. */
export function senderTo(port: number, connections: number): Send & Disposable {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send = ({ method, path, headers, body }: Call) =>
    new Promise<Answer>((resolve, reject) => {
      const sending = request(
        {
          host: '127.0.0.1',
          port,
          agent,
          method,
          path,
          headers: {
            ...headers,
            ...(body === undefined
              ? {}
              : {
                  'content-type': headers?.['content-type'] ?? 'application/json',
                  'content-length': Buffer.byteLength(body),
                }),
          },
        },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', (chunk: string) => {
            text += chunk
          })
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, text, cookies: answer.headers['set-cookie'] ?? [] }),
          )
        },
      )
      sending.on('error', reject)
      sending.end(body)
    })
  return Object.assign(send, {
    closeIdle: () => agent.destroy(),
    [Symbol.dispose]: () => agent.destroy(),
  })
}

/** Sends for a while over many connections at once. What is not answered with a success ends the benchmark. */
export async function load(
  send: Send,
  {
    connections,
    forMs,
    next,
  }: { readonly connections: number; readonly forMs: number; readonly next: () => Call },
): Promise<Rate> {
  send.closeIdle()
  const times: number[] = []
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - startedAt < forMs) {
        const call = next()
        const sentAt = performance.now()
        const { status, text } = await send(call)
        if (status >= 300)
          throw new Error(`${call.method} ${call.path} answered ${status}: ${text.slice(0, 300)}`)
        times.push(performance.now() - sentAt)
      }
    }),
  )
  return rateOf(times, performance.now() - startedAt)
}

export function rateOf(times: readonly number[], duringMs: number): Rate {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (percent: number) => sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN
  return { perSecond: (times.length / duringMs) * 1_000, p50Ms: at(50), p95Ms: at(95), p99Ms: at(99) }
}
