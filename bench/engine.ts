import { cpus } from 'node:os'
import type { CodecName } from '@parley/rtp'
import { type Bridge, readCpuMs } from './engine/bridge.ts'
import { measureBrowsers } from './engine/browsers.ts'
import { janusVersion, startJanus } from './engine/janus.ts'
import { type ParleyBridge, startParley } from './engine/parley.ts'
import { talk } from './engine/phones.ts'

/**
 * CPU and latency of two-party conferences on plain RTP, compared with Janus AudioBridge on the same
 * workload.
 */

const settleMs = 3_000
const measureMs = 10_000
const counts = [10, 40]
const codecs = ['PCMU', 'opus'] as const satisfies readonly CodecName[]
const legCountSteps = [40, 80, 120, 160, 200, 300, 400, 600, 800]
const latenessLimitMs = 5

interface Measured {
  readonly cpuMsPerLegSecond: number
  readonly medianLatencyMs: number
  readonly p95LatencyMs: number
  readonly receivedRatio: number
}

console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`)
const janus = janusVersion()
console.log(janus ? `Janus ${janus}` : 'Janus is not installed: its rows are omitted.')

console.log(
  '\n| bridge | codec | legs | ms of CPU per leg-second | added latency, median (95 %) | received |',
)
console.log('|---|---|---|---|---|---|')
for (const codec of codecs) {
  for (const legs of counts) {
    const parley = await compare(startParley, codec, legs)
    const starts = janus ? [() => startJanus(2), () => startJanus(6)] : []
    for (const start of starts) {
      const other = await compare(start, codec, legs)
      const cpu = (parley.cpuMsPerLegSecond / other.cpuMsPerLegSecond).toFixed(2)
      const latency = (parley.medianLatencyMs / other.medianLatencyMs).toFixed(2)
      console.log(`| ratio, Parley to Janus | ${codec} | ${legs} | ${cpu} | ${latency} | |`)
    }
  }
}

console.log('\n| WebRTC legs alone | legs | ms of CPU per leg-second | frames late, p99 |')
console.log('|---|---|---|---|')
for (const codec of codecs) {
  for (const legs of counts) {
    const { cpuMsPerLegSecond, frameLatenessP99Ms } = await measureBrowsers(codec, legs, settleMs, measureMs)
    console.log(
      `| ${codec} | ${legs} | ${cpuMsPerLegSecond.toFixed(2)} | ${frameLatenessP99Ms.toFixed(1)} ms |`,
    )
  }
}

console.log(
  `\nThe most legs in one media process whose frames are less than ${latenessLimitMs} ms late at p99:`,
)
for (const codec of codecs) console.log(`* ${codec}: ${await findMaxLegs(codec)}`)

async function compare(start: () => Promise<Bridge>, codec: CodecName, legs: number): Promise<Measured> {
  await using bridge = await start()
  const measured = await measure(bridge, codec, legs)
  const { cpuMsPerLegSecond, medianLatencyMs, p95LatencyMs, receivedRatio } = measured
  const latency = `${medianLatencyMs.toFixed(0)} ms (${p95LatencyMs.toFixed(0)})`
  const received = `${(100 * receivedRatio).toFixed(1)} %`
  console.log(
    `| ${bridge.name} | ${codec} | ${legs} | ${cpuMsPerLegSecond.toFixed(2)} | ${latency} | ${received} |`,
  )
  return measured
}

async function measure(bridge: Bridge, codec: CodecName, legs: number): Promise<Measured> {
  await using telephones = await talk(bridge, codec, legs)
  await sleep(settleMs)
  telephones.forget()
  const cpuBefore = readCpuMs(bridge.pid)
  const startedAt = performance.now()
  await sleep(measureMs)
  const seconds = (performance.now() - startedAt) / 1000
  const sorted = telephones.latenciesMs.toSorted((a, b) => a - b)
  return {
    cpuMsPerLegSecond: (readCpuMs(bridge.pid) - cpuBefore) / legs / seconds,
    medianLatencyMs: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    p95LatencyMs: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    receivedRatio: telephones.receivedRatio,
  }
}

async function findMaxLegs(codec: CodecName): Promise<string> {
  let most = 'fewer than 40'
  for (const legs of legCountSteps) {
    await using bridge = await startParley()
    const p99Ms = await measureLateness(bridge, codec, legs)
    if (p99Ms >= latenessLimitMs) return `${most} (${legs} legs: ${p99Ms.toFixed(1)} ms)`
    most = `${legs} (${p99Ms.toFixed(1)} ms)`
  }
  return `${most}, and more`
}

async function measureLateness(bridge: ParleyBridge, codec: CodecName, legs: number): Promise<number> {
  await using telephones = await talk(bridge, codec, legs)
  await sleep(settleMs)
  await bridge.media.request({ command: 'inspect' })
  telephones.forget()
  await sleep(measureMs)
  return (await bridge.media.request({ command: 'inspect' })).frameLatenessP99Ms
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
