import { mkdtemp } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProjectWithKeys } from '@parley/account-service'
import { openDatabase } from '@parley/server'
import { removeData } from '@parley/server/testing'
import { createSender } from './accounts/load.ts'
import { startMailServer } from './accounts/mail-server.ts'
import { startService } from './accounts/service.ts'
import { measureAuditLog } from './security/audit-log.ts'
import { measureDefinitions } from './security/definitions.ts'
import { measureHealthUnderFuzzing } from './security/health-under-fuzzing.ts'
import { measureParallelSignIns } from './security/parallel-sign-ins.ts'
import { measureResponseTimes } from './security/response-times.ts'
import { measureUnknownPeers } from './security/unknown-peers.ts'

/**
 * The timing guarantees of docs/security.md, measured on the account service in its own process, as in
 * production.
 */

const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'))
await using stack = new AsyncDisposableStack()
stack.defer(() => removeData(directory))
const database = stack.use(await openDatabase({ kind: 'embedded', dataDirectory: directory }))
const mails = stack.use(await startMailServer())

console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`)
const { rows: versions } = await database.pool.query('show server_version')
console.log(`PostgreSQL ${versions[0].server_version}; load before ${loadavg()[0]?.toFixed(2)}\n`)

const service = stack.use(await startService(database, { directory, smtpPort: mails.port }))
const send = stack.use(createSender(service.port, 1))
const project = await createProjectWithKeys(database, { displayName: 'Benchmark' })
const client = {
  'x-stack-project-id': project.projectId,
  'x-stack-access-type': 'client',
  'x-stack-publishable-client-key': project.publishableClientKey,
}
const owner = {
  'x-stack-project-id': project.projectId,
  'x-stack-access-type': 'admin',
  'x-stack-super-secret-admin-key': project.superSecretAdminKey,
}

const { projectId } = project
await measureResponseTimes(database, send, { projectId, headers: client })
await measureParallelSignIns(service, client)
await measureDefinitions(database, send, { projectId, headers: owner })
await measureAuditLog(database, service)
await measureUnknownPeers()
await measureHealthUnderFuzzing()
