import { runPeriodically } from '@parley/server'
import { type AuditTables, deleteOldEntries, startAuditChaining } from '@parley/server/audit'
import { deleteAudioLinksExpiredBefore } from '../recordings/index.ts'
import type { Services } from '../services.ts'

const cleanupIntervalMs = 60 * 60_000

/** Appends entries to the hash chain and deletes old ones until disposed. Safe in any number of processes. */
export function startAuditLog(
  { database, secrets, log, now }: Pick<Services, 'database' | 'secrets' | 'log' | 'now'>,
  retentionDays: number,
): AsyncDisposable {
  const auditLog = {
    name: 'phone',
    database: database.$pickTables<keyof AuditTables>(),
    secrets,
    log,
    now,
  } as const
  const onFailure = ({ message }: Error) => log.error('audit_log.cleanup_failed', { message })
  const stack = new AsyncDisposableStack()
  stack.use(startAuditChaining(auditLog))
  stack.use(
    runPeriodically({ intervalMs: cleanupIntervalMs, onFailure }, async () => {
      await deleteOldEntries(auditLog, retentionDays)
      await deleteAudioLinksExpiredBefore(database, now())
    }),
  )
  return stack
}
