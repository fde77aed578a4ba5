import { runPeriodically } from '@parley/server'
import { type AuditTables, deleteOldEntries, startAuditChaining } from '@parley/server/audit'
import { deleteAudioPlaybacksBefore } from '../recordings/index.ts'
import { auditOmittedDenials } from '../request-context/index.ts'
import type { Services } from '../services.ts'

const cleanupIntervalMs = 60 * 60_000
const summaryIntervalMs = 1_000

/**
 * Appends entries to the hash chain, and summaries of omitted denials to the log, and deletes old ones until
 * disposed. Safe in any number of processes.
 */
export function startAuditLog(
  services: Pick<Services, 'database' | 'projectId' | 'secrets' | 'log' | 'now'>,
  retentionDays: number,
): AsyncDisposable {
  const { database, secrets, log, now } = services
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
  const onSummaryFailure = ({ message }: Error) => log.error('audit_omissions.summary_failed', { message })
  stack.use(
    runPeriodically({ intervalMs: summaryIntervalMs, onFailure: onSummaryFailure }, async () => {
      await auditOmittedDenials(services)
    }),
  )
  stack.use(
    runPeriodically({ intervalMs: cleanupIntervalMs, onFailure }, async () => {
      await deleteOldEntries(auditLog, retentionDays)
      await deleteAudioPlaybacksBefore(database, now())
    }),
  )
  return stack
}
