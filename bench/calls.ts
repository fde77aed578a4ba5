import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { createEmbeddedEngine, type EmbeddedEngine } from '@parley/call-engine'
import { required } from '@parley/primitives'
import { directory, forkSimulatedPstn, personalNumberAt } from '@parley/simulated-pstn'

/** 200 sequential calls to the echo number: the duration of each step, and resource leaks. */

const callCount = 200
const warmUpCount = 5
const account = { username: 'bench', password: 'bench' }
const echo = required(
  directory.find(({ service }) => service === 'echo'),
  'the number of the service',
).number

await using pstn = await forkSimulatedPstn({ host: '127.0.0.1', port: 0, accounts: [account], ringMs: 0 })
await using engine = await createEmbeddedEngine({
  sipHost: '127.0.0.1',
  sipPort: 0,
  mediaPort: 0,
  mediaProcesses: 1,
})
await engine.useTrunk({
  id: 'carrier',
  host: pstn.host,
  port: pstn.port,
  transport: 'udp',
  ...account,
  registration: 'register',
  outboundProxy: null,
  mediaEncryption: 'off',
  codecs: ['PCMU'],
})
for await (const event of engine.events) {
  if (event.type === 'trunk-state' && event.state.status === 'registered') break
}

for (let index = 0; index < warmUpCount; index++) await call(engine)
const before = await measureResources(engine)
const dialedMs: number[] = []
const answeredMs: number[] = []
for (let index = 0; index < callCount; index++) {
  const { dialled, answered } = await call(engine)
  dialedMs.push(dialled)
  answeredMs.push(answered)
}
const after = await measureResources(engine)

console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, ${callCount} calls`)
console.log('\n| step | median ms | p95 ms |')
console.log('|---|---|---|')
console.log(
  `| dial request until the INVITE is sent | ${percentile(dialedMs, 50)} | ${percentile(dialedMs, 95)} |`,
)
console.log(`| INVITE until answered | ${percentile(answeredMs, 50)} | ${percentile(answeredMs, 95)} |`)
console.log('\n| resource | before | after |')
console.log('|---|---|---|')
for (const [what, held] of Object.entries(before)) console.log(`| ${what} | ${held} | ${after[what]} |`)

async function call(engine: EmbeddedEngine): Promise<{ dialled: number; answered: number }> {
  await using conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()
  const startedAt = performance.now()
  await conference.dialOut({
    legId: 'telephone',
    to: echo,
    trunkId: 'carrier',
    as: { number: required(personalNumberAt(0), 'the personal number'), name: null },
  })
  const dialledAt = performance.now()
  for (;;) {
    const { done, value } = await events.next()
    if (done || value.type === 'leg-left') throw new Error('The echo number did not answer.')
    if (value.type === 'leg-joined') break
  }
  return { dialled: dialledAt - startedAt, answered: performance.now() - dialledAt }
}

/** The resources of the control side and the media process between calls. */
async function measureResources(of: EmbeddedEngine): Promise<Record<string, number>> {
  const { conferences, legs, sockets } = await of.inspect()
  const [pid = 0] = of.mediaPids
  return {
    conferences,
    legs,
    'sockets of telephones': sockets,
    'descriptors of the control side': readdirSync('/proc/self/fd').length,
    'descriptors of the media process': readdirSync(`/proc/${pid}/fd`).length,
    'MiB of the control side': Math.round(process.memoryUsage().rss / 2 ** 20),
    'MiB of the media process': residentMiB(pid),
  }
}

function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
}

function percentile(values: readonly number[], percent: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.floor((sorted.length * percent) / 100)] ?? 0).toFixed(1)
}
