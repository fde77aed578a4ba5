import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { startTestApp, type TestApp } from '@parley/dev-env'
import { createSender, type Rate, type Send, toRate } from '../accounts/load.ts'
import { medianValue } from './samples.ts'

/** How damaged messages of a protocol are sent. */
export interface FuzzedProtocol {
  readonly name: 'SIP' | 'RTP' | 'STUN' | 'WebSocket' | 'JSON'
  /** Messages, evenly spaced; null for as many as the product takes. */
  readonly perSecond: number | null
  /** Messages until the next protocol may begin. */
  readonly turn: number
}

interface Load {
  readonly name: string
  readonly settings: Readonly<Record<string, string>>
  readonly protocols: readonly FuzzedProtocol[]
}

const loads: readonly Load[] = [
  {
    name: 'at a steady rate, with the default rate limits',
    settings: {},
    protocols: [
      { name: 'SIP', perSecond: 500, turn: 500 },
      { name: 'RTP', perSecond: 500, turn: 500 },
      { name: 'STUN', perSecond: 500, turn: 500 },
      { name: 'WebSocket', perSecond: 200, turn: 200 },
      // Each turn needs a sign-up, of which a product with rate limits accepts few.
      { name: 'JSON', perSecond: 20, turn: 200 },
    ],
  },
  {
    name: 'as many as the product takes, without rate limits',
    settings: { PARLEY_RATE_LIMIT_FACTOR: '1000000' },
    protocols: (['SIP', 'RTP', 'STUN', 'WebSocket', 'JSON'] as const).map((name) => ({
      name,
      perSecond: null,
      turn: 50,
    })),
  },
]
const rounds = 3
const forMs = 3_000
const intervalMs = 10

/**
 * AV4: the response time of the health endpoint with and without damaged messages of one protocol,
 * alternating in one run. The sender of the messages is stopped in between. Code that runs for the first time
 * is slower, so the messages are sent for the time of one round before.
 */
export async function measureHealthUnderFuzzing(): Promise<void> {
  console.log(`\nHealth endpoint, one request every ${intervalMs} ms, ${rounds} x ${forMs / 1_000} s each`)
  for (const load of loads) await measureLoad(load)
}

async function measureLoad({ name, settings, protocols }: Load): Promise<void> {
  await using app = await startTestApp({ settings })
  await using send = createSender(Number(new URL(app.phoneUrl).port), 1)
  await using fuzzer = await startFuzzer(app)
  console.log(`\nMessages ${name}\n`)
  console.log('| messages | per second | p99 without, ms | p99 with, ms | ratio (at most 2) |')
  console.log('|---|---|---|---|---|')
  for (const protocol of protocols) {
    const [before, after] = await measureProtocol(fuzzer, send, protocol)
    const columns = [
      protocol.name,
      protocol.perSecond ?? 'all',
      before.toFixed(1),
      after.toFixed(1),
      (after / before).toFixed(2),
    ]
    console.log(`| ${columns.join(' | ')} |`)
  }
}

/** Returns the p99 without and with messages. */
async function measureProtocol({ child }: Fuzzer, send: Send, protocol: FuzzedProtocol) {
  child.send(protocol)
  await measure(send)
  const [quiet, fuzzed]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    child.kill('SIGSTOP')
    quiet.push((await measure(send)).p99Ms)
    child.kill('SIGCONT')
    fuzzed.push((await measure(send)).p99Ms)
    if (child.exitCode !== null) throw new Error('The process that sends messages has exited.')
  }
  return [medianValue(quiet), medianValue(fuzzed)] as const
}

interface Fuzzer extends AsyncDisposable {
  readonly child: ChildProcess
}

/** Starts a process that sends messages. */
async function startFuzzer(app: TestApp): Promise<Fuzzer> {
  const { phoneUrl, accountsUrl, sip, dataDirectory, pid } = app
  const program = new URL('fuzz-process.ts', import.meta.url).pathname
  const product = JSON.stringify({ phoneUrl, accountsUrl, sip, dataDirectory, pid })
  const child = spawn(process.execPath, [program, product], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (!child.stdout) throw new Error('The process has no output.')
  const exited = new Promise((resolve) => child.once('exit', resolve))
  await Promise.race([once(child.stdout, 'data'), exited])
  return {
    child,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Sends one request at a time, as a load balancer does. */
async function measure(send: Send): Promise<Rate> {
  const times: number[] = []
  const startedAt = performance.now()
  while (performance.now() - startedAt < forMs) {
    const sentAt = performance.now()
    const { status, text } = await send({ method: 'GET', path: '/health' })
    if (status !== 200) throw new Error(`The health endpoint returned ${status}: ${text}`)
    times.push(performance.now() - sentAt)
    await wait(intervalMs)
  }
  return toRate(times, performance.now() - startedAt)
}
