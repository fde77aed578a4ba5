import { runPeriodically } from '@parley/server'
import { deleteOldEntries } from '@parley/server/audit'
import { deleteCliLoginsExpiredBefore } from './auth/cli/index.ts'
import { deleteSessionsExpiredBefore } from './auth/sessions/records/index.ts'
import { deleteCodesExpiredBefore } from './auth/verification-codes/index.ts'
import { deleteMessagesBefore } from './email/ai-chat/index.ts'
import { deleteAttemptsBefore, deleteEmailContentsBefore } from './email/delivery/index.ts'
import {
  deleteAuthorizationCodesExpiredBefore,
  deleteAuthorizationRequestsExpiredBefore,
} from './oauth/index.ts'
import { toAuditLog } from './platform/audit/index.ts'
import { deleteOldCounters } from './platform/metrics/index.ts'
import { deleteOldEvents } from './platform/webhooks/index.ts'
import { selectLogoUrls } from './projects/records/index.ts'
import type { Services } from './services.ts'
import { deleteInvitationsExpiredBefore } from './teams/invitations/index.ts'
import { selectMemberImageUrls, selectTeamImageUrls } from './teams/records/index.ts'
import { deleteUnreferencedImages } from './users/images/index.ts'
import { selectUserImageUrls } from './users/records/index.ts'

const intervalMs = 60 * 60_000
const dayMs = 24 * 60 * 60_000
const codeRetentionMs = 7 * dayMs
const aiMessageRetentionMs = 30 * dayMs
const sentEmailRetentionMs = 30 * dayMs
/** A job is retried for at most two weeks; its content is stored for one day longer. */
const emailContentRetentionMs = 15 * dayMs

/** Deletes expired data. Idempotent and safe to run concurrently. */
export async function deleteExpiredData(
  services: Pick<Services, 'database' | 'secrets' | 'options' | 'now'>,
): Promise<void> {
  const { database, now } = services
  await deleteSessionsExpiredBefore(database, now())
  await deleteOldEvents(services)
  await deleteOldCounters(services)
  await deleteOldEntries(toAuditLog(services), services.options.auditRetentionDays)
  const codeCutOff = new Date(now().getTime() - codeRetentionMs)
  await deleteCodesExpiredBefore(database, codeCutOff)
  await deleteCliLoginsExpiredBefore(database, codeCutOff)
  await deleteInvitationsExpiredBefore(database, now())
  const dayAgo = new Date(now().getTime() - dayMs)
  await deleteAuthorizationRequestsExpiredBefore(database, dayAgo)
  await deleteAuthorizationCodesExpiredBefore(database, dayAgo)
  await deleteUnreferencedImages(database, dayAgo, [
    selectUserImageUrls(database),
    selectTeamImageUrls(database),
    selectMemberImageUrls(database),
    selectLogoUrls(database),
  ])
  await deleteMessagesBefore(database, new Date(now().getTime() - aiMessageRetentionMs))
  await deleteAttemptsBefore(database, new Date(now().getTime() - sentEmailRetentionMs))
  await deleteEmailContentsBefore(database, new Date(now().getTime() - emailContentRetentionMs))
}

/** Deletes expired data now and every hour until disposed. */
export function startExpiredDataCleanup(
  services: Pick<Services, 'database' | 'secrets' | 'log' | 'options' | 'now'>,
): AsyncDisposable {
  const onFailure = ({ message }: Error) => services.log.error('expired_data.deletion_failed', { message })
  return runPeriodically({ intervalMs, onFailure }, () => deleteExpiredData(services))
}
