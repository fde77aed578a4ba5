import { execFileSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProjectWithKeys } from '@parley/account-service'
import { freePorts } from '@parley/dev-env'
import { required } from '@parley/primitives'
import { openDatabase } from '@parley/server'
import { connectAsSuperuser, removeData } from '@parley/server/testing'
import { createSender, load, type Rate, toRate } from './accounts/load.ts'
import { pauseJobs, startMailServer } from './accounts/mail-server.ts'
import { type Server, startServer } from './accounts/processes.ts'
import {
  type BenchRequests,
  createBaselineRequests,
  createParleyRequests,
  newEmail,
  sendOne,
} from './accounts/requests.ts'
import { startService, toDatabaseUrl } from './accounts/service.ts'

/**
 * Compares the account service with better-auth: the same database server, password hashing cost and machine,
 * alternating in one run. Then measures e-mail and memory.
 */

const connections = 16
const roundMs = Number(process.env.PARLEY_BENCH_ROUND_MS ?? 5_000)
const rounds = 3

const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'))
await using stack = new AsyncDisposableStack()
stack.defer(() => removeData(directory))
stack.use(await openDatabase({ kind: 'embedded', dataDirectory: directory }))
// The role of the product may not create databases.
const database = stack.use(await connectAsSuperuser({ kind: 'embedded', dataDirectory: directory }))
const mails = stack.use(await startMailServer())

console.log(
  `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}; load before ${loadavg()[0]?.toFixed(2)}`,
)
const { rows: versions } = await database.pool.query('show server_version')
console.log(
  `PostgreSQL ${versions[0].server_version}, ${connections} connections, ${rounds} rounds of ${roundMs} ms\n`,
)

const parley = stack.use(await startService(database, { directory, smtpPort: mails.port }))
await new Promise((resolve) => setTimeout(resolve, 10_000))
console.log(`Idle memory of --role accounts: ${parley.memoryMiB().toFixed(0)} MiB\n`)
const baseline = stack.use(await startBaseline())
const send = stack.use(createSender(parley.port, connections))
const sendToBaseline = stack.use(createSender(baseline.port, connections))

const project = await createProjectWithKeys(database, { displayName: 'Benchmark' })
const parleyRequests = await createParleyRequests(send, project)
const baselineRequests = await createBaselineRequests(sendToBaseline, baseline.port)

const rawRates: number[] = []
const measureRaw = () => {
  const script = new URL('./accounts/raw-hashes.ts', import.meta.url).pathname
  rawRates.push(Number(execFileSync(process.execPath, [script, String(roundMs)], { encoding: 'utf8' })))
}

console.log(
  '| request | Parley, per second | p50, p95, p99 ms | better-auth, per second | p50, p95, p99 ms | ratio |',
)
console.log('|---|---|---|---|---|---|')
const signIn = await compare('sign-in', (calls) => calls.signIn(), measureRaw)
{
  await using _held = await pauseJobs(database)
  const signUp = await compare('sign-up', (calls) => calls.signUp(), measureRaw)
  const raw = rawRates.toSorted((one, other) => one - other)[rounds] ?? Number.NaN
  const formatShare = ({ perSecond }: Rate) => (perSecond / raw).toFixed(2)
  console.log(
    `| raw Argon2id on every core | ${raw.toFixed(0)} | | | | sign-in ${formatShare(signIn)} of this rate, sign-up ${formatShare(signUp)} |`,
  )
}
await compare('/users/me vs. get-session', (calls) => calls.readUser())
const before = parley.cpuMs()
const refresh = await load(send, { connections, forMs: roundMs * 2, next: parleyRequests.refresh })
const refreshes = refresh.perSecond * ((roundMs * 2) / 1_000)
const perCore = 1_000 / ((parley.cpuMs() - before) / refreshes)
console.log(`| refresh | ${show(refresh)} | | | ${perCore.toFixed(0)} per second per CPU core used |`)

const handed = await measureEmail()
console.log(
  `\nFrom the request for a sign-in code until its e-mail is handed over: p50 ${handed.p50Ms.toFixed(0)} ms, p95 ${handed.p95Ms.toFixed(0)} ms`,
)

/** Measures a request on both services alternately, prints a row, and returns the median of our rates. */
async function compare(
  name: string,
  next: (calls: BenchRequests) => ReturnType<BenchRequests['signIn']>,
  between: () => void = () => {},
): Promise<Rate> {
  const rates: { parley: Rate[]; baseline: Rate[] } = { parley: [], baseline: [] }
  for (let round = 0; round < rounds; round++) {
    rates.parley.push(await load(send, { connections, forMs: roundMs, next: () => next(parleyRequests) }))
    between()
    rates.baseline.push(
      await load(sendToBaseline, { connections, forMs: roundMs, next: () => next(baselineRequests) }),
    )
  }
  const [one, other] = [medianRate(rates.parley), medianRate(rates.baseline)]
  console.log(`| ${name} | ${show(one)} | ${show(other)} | ${(one.perSecond / other.perSecond).toFixed(2)} |`)
  return one
}

function show({ perSecond, p50Ms, p95Ms, p99Ms }: Rate): string {
  return `${perSecond.toFixed(0)} | ${p50Ms.toFixed(1)}, ${p95Ms.toFixed(1)}, ${p99Ms.toFixed(1)}`
}

function medianRate(rates: readonly Rate[]): Rate {
  return required(
    rates.toSorted((one, other) => one.perSecond - other.perSecond)[Math.floor(rates.length / 2)],
    'the median rate',
  )
}

async function startBaseline(): Promise<Server> {
  const [port = 0] = await freePorts(1)
  await database.pool.query('create database peer')
  return await startServer(
    new URL('./accounts/better-auth.ts', import.meta.url).pathname,
    [],
    {
      DATABASE_URL: toDatabaseUrl({ ...database.connection, database: 'peer' }),
      PORT: String(port),
      NODE_ENV: 'production',
    },
    { port, ready: 'listening' },
  )
}

/** Requests sign-in codes sequentially and waits for each e-mail. */
async function measureEmail(): Promise<Rate> {
  await database.pool.query(
    `update accounts.projects set config = (config::jsonb || '{"magic_link_enabled": true}')::json where id = $1`,
    [project.projectId],
  )
  const times: number[] = []
  for (let index = 0; index < 100; index++) {
    const email = newEmail()
    const requestedAt = performance.now()
    await sendOne(send, parleyRequests.sendSignInCode(email))
    let arrivedAt = mails.arrivals.get(email)
    while (arrivedAt === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      arrivedAt = mails.arrivals.get(email)
    }
    times.push(arrivedAt - requestedAt)
  }
  return toRate(times, 1_000)
}
