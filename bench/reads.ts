import { mkdtemp } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProjectWithKeys } from '@parley/account-service'
import { required } from '@parley/primitives'
import { openDatabase } from '@parley/server'
import { connectAsSuperuser, removeData } from '@parley/server/testing'
import { type BenchRequest, createSender, type Rate, type Send, toRate } from './accounts/load.ts'
import { startMailServer } from './accounts/mail-server.ts'
import { createReads, fillUsers, type ReadProject } from './accounts/reads.ts'
import { sendOne } from './accounts/requests.ts'
import { startService, toDatabaseUrl } from './accounts/service.ts'

/**
 * How read times scale from ten thousand users to a million. Two services, each with its own database on one
 * server, are queried alternately, so that other load on the machine affects both equally.
 */

const sizes = [10_000, Number(process.env.PARLEY_BENCH_USERS ?? 1_000_000)] as const
const warmUps = 20
const repeats = 500

const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'))
await using stack = new AsyncDisposableStack()
stack.defer(() => removeData(directory))
stack.use(await openDatabase({ kind: 'embedded', dataDirectory: directory }))
// The role of the product may not create databases.
const server = stack.use(await connectAsSuperuser({ kind: 'embedded', dataDirectory: directory }))
const mails = stack.use(await startMailServer())

console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`)
const { rows: versions } = await server.pool.query('show server_version')
console.log(`PostgreSQL ${versions[0].server_version}; load before ${loadavg()[0]?.toFixed(2)}\n`)

const [few, many] = [await startProject('few', sizes[0]), await startProject('many', sizes[1])]
const readsOfLarge = await createReads(many)

console.log(`| read | p50, p95 ms at ${sizes[0]} users | p50, p95 ms at ${sizes[1]} | ratio of p95 |`)
console.log('|---|---|---|---|')
for (const [name, nextSmall] of await createReads(few)) {
  const nextLarge = required(readsOfLarge.get(name), 'the same read of the large project')
  const times: { few: number[]; many: number[] } = { few: [], many: [] }
  for (let turn = -warmUps; turn < repeats; turn++) {
    const smallMs = await timed(few.send, nextSmall())
    const largeMs = await timed(many.send, nextLarge())
    if (turn < 0) continue
    times.few.push(smallMs)
    times.many.push(largeMs)
  }
  const [one, other] = [toRate(times.few, 1), toRate(times.many, 1)]
  console.log(`| ${name} | ${show(one)} | ${show(other)} | ${(other.p95Ms / one.p95Ms).toFixed(2)} |`)
}

async function timed(send: Send, call: BenchRequest): Promise<number> {
  const sentAt = performance.now()
  await sendOne(send, call)
  return performance.now() - sentAt
}

function show({ p50Ms, p95Ms }: Rate): string {
  return `${p50Ms.toFixed(1)}, ${p95Ms.toFixed(1)}`
}

/** Creates a project with this many users, with its own database and service. */
async function startProject(name: string, users: number): Promise<ReadProject> {
  await server.pool.query(`create database ${name}`)
  const connection = { ...server.connection, database: name }
  const database = stack.use(await openDatabase({ kind: 'postgres', url: toDatabaseUrl(connection) }))
  const service = stack.use(
    await startService({ connection }, { directory: join(directory, name), smtpPort: mails.port }),
  )
  const { projectId, superSecretAdminKey } = await createProjectWithKeys(database, {
    displayName: 'Benchmark',
  })
  await fillUsers(database, projectId, users)
  return {
    database,
    send: stack.use(createSender(service.port, 1)),
    projectId,
    headers: {
      'x-stack-project-id': projectId,
      'x-stack-access-type': 'admin',
      'x-stack-super-secret-admin-key': superSecretAdminKey,
    },
  }
}
