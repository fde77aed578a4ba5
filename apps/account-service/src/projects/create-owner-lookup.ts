import type { Database } from '../platform/database/index.ts'
import { findManagingUserId } from '../users/records/index.ts'
import { internalProjectId } from './records/index.ts'

/** The query reads all owners of the installation; a project seldom gets another one. */
const cachedMs = 60_000
const maxCached = 10_000

/** Creates a function that returns the id of the owner of a project; that of the project when it has none. */
export function createOwnerLookup(database: Database): (projectId: string) => Promise<string> {
  const cache = new Map<string, { readonly ownerId: Promise<string>; readonly expiresAtMs: number }>()

  return async (projectId) => {
    const cached = cache.get(projectId)
    if (cached && performance.now() < cached.expiresAtMs) return await cached.ownerId
    if (cache.size >= maxCached) cache.clear()
    const ownerId = findManagingUserId(database, internalProjectId, projectId).then((id) => id ?? projectId)
    cache.set(projectId, { ownerId, expiresAtMs: performance.now() + cachedMs })
    ownerId.catch(() => cache.delete(projectId))
    return await ownerId
  }
}
