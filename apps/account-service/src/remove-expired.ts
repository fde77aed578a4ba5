import { repeatedly } from '@parley/server'
import { deleteOldEntries } from './audit/index.ts'
import { deleteCliLoginsExpiredBefore } from './cli/index.ts'
import { deleteContentsBefore, deleteTriesBefore } from './emails/index.ts'
import { deleteImagesNamedNowhere } from './images/index.ts'
import { deleteOldCounts } from './metrics/index.ts'
import { deleteAuthorizationCodesExpiredBefore, deleteJourneysExpiredBefore } from './oauth/index.ts'
import type { Services } from './services.ts'
import { deleteSessionsExpiredBefore } from './sessions/index.ts'
import { deleteInvitationsExpiredBefore } from './team-invitations/index.ts'
import { imagesOfMembers, imagesOfTeams } from './teams/index.ts'
import { imagesOfUsers } from './users/index.ts'
import { deleteCodesExpiredBefore } from './verification-codes/index.ts'
import { deleteOldEvents } from './webhooks/index.ts'

const everyMs = 60 * 60_000
const dayMs = 24 * 60 * 60_000
const codesKeptMs = 7 * dayMs
const sentEmailsKeptMs = 30 * dayMs
/** A job is retried for at most two weeks; its content is stored for one day longer. */
const emailContentsKeptMs = 15 * dayMs

/** Deletes expired data. Idempotent and safe to run concurrently. */
async function removeExpired(services: Services): Promise<void> {
  const { database, now } = services
  await deleteSessionsExpiredBefore(database, now())
  await deleteOldEvents(services)
  await deleteOldCounts(services)
  await deleteOldEntries(services)
  const longAgo = new Date(now().getTime() - codesKeptMs)
  await deleteCodesExpiredBefore(database, longAgo)
  await deleteCliLoginsExpiredBefore(database, longAgo)
  await deleteInvitationsExpiredBefore(database, now())
  const aDayAgo = new Date(now().getTime() - dayMs)
  await deleteJourneysExpiredBefore(database, aDayAgo)
  await deleteAuthorizationCodesExpiredBefore(database, aDayAgo)
  await deleteImagesNamedNowhere(database, aDayAgo, [
    imagesOfUsers(database),
    imagesOfTeams(database),
    imagesOfMembers(database),
  ])
  await deleteTriesBefore(database, new Date(now().getTime() - sentEmailsKeptMs))
  await deleteContentsBefore(database, new Date(now().getTime() - emailContentsKeptMs))
}

/** Deletes expired data now and every hour until disposed. */
export function keepRemovingExpired(services: Services): AsyncDisposable {
  const onFailure = ({ message }: Error) => services.log.error('expired.not_removed', { message })
  return repeatedly({ everyMs, onFailure }, () => removeExpired(services))
}
