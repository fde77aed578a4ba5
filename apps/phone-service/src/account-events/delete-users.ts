import { runPeriodically } from '@parley/server'
import { isLeavingVoicemail } from '../call-log/records/index.ts'
import type { LiveService } from '../live/index.ts'
import type { Services } from '../services.ts'
import { deleteDataOfUser } from './delete-data.ts'
import {
  type DeletedUser,
  forgetDeletedUser,
  insertDeletedUser,
  listDueUsers,
  saveUserDueTime,
} from './deleted-users.ts'
import { chooseRepeatTime, isRepeatedEnough } from './deletion-schedule.ts'
import { waitShortly } from './run-deletions.ts'

const intervalMs = 5_000
const maxUsersAtOnce = 20

/** Deletes the data of a deleted user, and repeats it later for what is written meanwhile, and when it fails. */
export async function deleteUser(services: Services & LiveService, userId: string): Promise<void> {
  const { database, now } = services
  const deletedAt = now()
  // First: when the deletion fails, it is repeated.
  await insertDeletedUser(database, { userId, deletedAt }, chooseRepeatTime(deletedAt, deletedAt))
  await waitShortly(services, deleteDataOfUser(services, userId))
}

/**
 * Repeats the deletion of the data of deleted users, until disposed: a caller may be leaving a message for the user,
 * and a request of the user may still run.
 */
export function startDeletingUsers(services: Services & LiveService): AsyncDisposable {
  const { database, now, log } = services
  const onFailure = (error: Error) => log.error('user.deletion_failed', { error })
  return runPeriodically({ intervalMs, onFailure }, async (signal) => {
    const users = await listDueUsers(database, now(), maxUsersAtOnce)
    for (const user of users) {
      if (signal.aborted) return
      await repeatDeletion(services, user)
    }
    return users.length === maxUsersAtOnce ? 'more' : undefined
  })
}

async function repeatDeletion(
  services: Services & LiveService,
  { userId, deletedAt }: DeletedUser,
): Promise<void> {
  const { database, now } = services
  const at = now()
  // Before the deletion: a message that ends in between is deleted.
  const isLast = isRepeatedEnough(at, deletedAt) && !(await isLeavingVoicemail(database, userId))
  await deleteDataOfUser(services, userId)
  if (isLast) await forgetDeletedUser(database, userId)
  else await saveUserDueTime(database, userId, chooseRepeatTime(at, deletedAt))
}
