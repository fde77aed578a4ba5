export { followDatabaseClock } from './database/clock.ts'
export { backUpDatabase } from './database/embedded/backup.ts'
export { copyFolder, syncToDisk } from './database/embedded/copy-folder.ts'
export { lockDataDirectory, lockDirectory } from './database/embedded/data-lock.ts'
export { findDatabaseProblem } from './database/find-problem.ts'
export { type Migration, migrate } from './database/migrate.ts'
export {
  type DatabaseLocation,
  type DatabaseServer,
  joinDatabase,
  openDatabase,
} from './database/open.ts'
export { type Inbox, type InboxMessage, openInbox } from './email/inbox.ts'
export type { Email, Mailer } from './email/mailer.ts'
export { serveInbox } from './email/serve-inbox.ts'
export { openSmtp, type SmtpServer, sendThrough } from './email/smtp.ts'
export { SmtpFailure, type SmtpFailureReason, smtpFailureOf } from './email/smtp-failure.ts'
export { type Job, type Jobs, job, openJobs } from './jobs/jobs.ts'
export { createLog, type Log } from './log/log.ts'
export { isLoopback, loopbackNetworks } from './outbound/loopback.ts'
export {
  mayContact,
  type OutboundOptions,
  OutboundRefused,
  type PinnedAddress,
  pinAddress,
} from './outbound/outbound.ts'
export { type OutboundLimits, type OutboundRequest, outboundFetch } from './outbound/outbound-fetch.ts'
export { type ClientAddress, clientAddressBehind, networkOf } from './rate-limit/client-address.ts'
export {
  type Counted,
  openRateLimits,
  type RateLimit,
  type RateLimits,
  type RateLimitVerdict,
} from './rate-limit/rate-limits.ts'
export { repeatedly } from './repeatedly/repeatedly.ts'
export { createSecrets, hashToken, randomToken, type Secrets } from './secrets/secrets.ts'
