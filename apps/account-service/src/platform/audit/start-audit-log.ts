import { runPeriodically } from '@parley/server'
import { type AuditLog, type AuditTables, startAuditChaining } from '@parley/server/audit'
import type { Services } from '../../services.ts'
import { auditOmissions } from './omissions.ts'

const intervalMs = 1_000

/** Returns the audit log of the account service. */
export function toAuditLog<Deps extends Pick<Services, 'database'>>(services: Deps) {
  return {
    ...services,
    name: 'accounts' as const,
    database: services.database.$pickTables<keyof AuditTables>(),
  }
}

/** Appends entries to the hash chain, and summaries of omitted ones to the log, until disposed. */
export function startAuditLog(
  services: Pick<Services, 'database' | 'secrets' | 'log' | 'now'>,
): AsyncDisposable {
  const log: AuditLog = toAuditLog(services)
  const stack = new AsyncDisposableStack()
  stack.use(startAuditChaining(log))
  const onFailure = ({ message }: Error) => services.log.error('audit_omissions.summary_failed', { message })
  stack.use(
    runPeriodically({ intervalMs, onFailure }, async () => {
      await auditOmissions(services)
      return 'done'
    }),
  )
  return stack
}
