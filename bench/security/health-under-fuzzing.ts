import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { startTestApp, type TestApp } from '@parley/dev-env'
import { createSender, type Rate, type Send, toRate } from '../accounts/load.ts'
import { medianValue } from './samples.ts'

const protocols = ['SIP', 'RTP', 'STUN', 'WebSocket', 'JSON'] as const
const rounds = 3
const forMs = 3_000
const intervalMs = 10

/**
 * AV4: the response time of the health endpoint with and without damaged messages of one protocol, alternating in one run. The
 * sender of the messages is stopped in between.
 */
export async function measureHealthUnderFuzzing(): Promise<void> {
  await using app = await startTestApp({ settings: { PARLEY_RATE_LIMIT_FACTOR: '1000000' } })
  await using send = createSender(Number(new URL(app.phoneUrl).port), 1)
  console.log(`\nHealth endpoint, one request every ${intervalMs} ms, ${rounds} x ${forMs / 1_000} s each\n`)
  console.log('| messages | p99 without, ms | p99 with, ms | ratio (at most 2) |')
  console.log('|---|---|---|---|')
  await measure(send)
  const fuzzer = await startFuzzer(app)
  for (const protocol of protocols) {
    fuzzer.send(protocol)
    const [quiet, fuzzed]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      fuzzer.kill('SIGSTOP')
      quiet.push((await measure(send)).p99Ms)
      fuzzer.kill('SIGCONT')
      fuzzed.push((await measure(send)).p99Ms)
      if (fuzzer.exitCode !== null) throw new Error('The process that sends messages has exited.')
    }
    const [before, after] = [medianValue(quiet), medianValue(fuzzed)]
    console.log(
      `| ${protocol} | ${before.toFixed(1)} | ${after.toFixed(1)} | ${(after / before).toFixed(2)} |`,
    )
  }
}

/** Starts a process that sends messages. */
async function startFuzzer(app: TestApp): Promise<ChildProcess> {
  const { phoneUrl, accountsUrl, sip, dataDirectory, pid } = app
  const program = new URL('fuzz-process.ts', import.meta.url).pathname
  const product = JSON.stringify({ phoneUrl, accountsUrl, sip, dataDirectory, pid })
  const child = spawn(process.execPath, [program, product], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (!child.stdout) throw new Error('The process has no output.')
  await once(child.stdout, 'data')
  return child
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
