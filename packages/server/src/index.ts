export { isLoopback, loopbackNetworks } from '@parley/primitives/node'
export { syncClockWithDatabase } from './database/clock.ts'
export { defaultMinFreeDiskBytes, isDiskFull } from './database/disk-space.ts'
export { backUpDatabase } from './database/embedded/backup.ts'
export { copyFolder, syncToDisk } from './database/embedded/copy-folder.ts'
export { lockDataDirectory, lockDirectory } from './database/embedded/data-lock.ts'
export { findDatabaseProblem } from './database/find-problem.ts'
export { DatabaseUnavailableError, isDatabaseUnavailable } from './database/is-database-unavailable.ts'
export { isLockTimeout } from './database/lock-timeout.ts'
export { type Migration, migrate } from './database/migrate.ts'
export {
  connectToDatabase,
  type DatabaseLocation,
  type DatabaseServer,
  openDatabase,
} from './database/open.ts'
export { type Inbox, type InboxMessage, openInbox } from './email/inbox.ts'
export type { Email, Mailer } from './email/mailer.ts'
export {
  type PassedStep,
  type SmtpServer,
  type SmtpStep,
  sendViaSmtp,
} from './email/send-via-smtp.ts'
export { serveInbox } from './email/serve-inbox.ts'
export { openSmtp } from './email/smtp.ts'
export { SmtpError, type SmtpErrorReason, toSmtpError } from './email/smtp-error.ts'
export { createFairQueue, type RunningTasks } from './fair-queue/fair-queue.ts'
export { isWithinShare } from './fair-queue/share.ts'
export type { QueuePath } from './fair-queue/waiting-tasks.ts'
export { defineJob, type Job, type Jobs, openJobs } from './jobs/jobs.ts'
export { JsonText, serializeJson } from './json-text/json-text.ts'
export { createLog, type Log } from './log/log.ts'
export { createRepeatedWarning, type RepeatedWarning } from './log/repeated-warning.ts'
export {
  BlockedHostError,
  isAllowedAddress,
  type OutboundOptions,
  type PinnedAddress,
  resolveAllowedAddress,
} from './outbound/outbound.ts'
export {
  OutboundLimitError,
  type OutboundLimits,
  type OutboundRequest,
  OutboundResponseError,
  outboundFetch,
} from './outbound/outbound-fetch.ts'
export {
  type ClientIpResolver,
  createClientIpResolver,
  createTrustedProxyCheck,
  toNetworkKey,
  toNetworkKeys,
} from './rate-limit/client-ip.ts'
export {
  openRateLimits,
  type RateLimit,
  type RateLimitKey,
  type RateLimits,
  type RateLimitVerdict,
  toNetworkLimits,
} from './rate-limit/rate-limits.ts'
export { createShares, type Share, type Shares, toNetworkShares } from './rate-limit/shares.ts'
export { runPeriodically } from './run-periodically/run-periodically.ts'
export { createSecrets, hashToken, randomToken, type Secrets } from './secrets/secrets.ts'
export { createSlowOwners, type SlowOwners } from './slow-owners/slow-owners.ts'
