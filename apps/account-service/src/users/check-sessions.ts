import { createHash } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { users } from '@parley/contract/account'
import { listActiveSessions } from '../auth/sessions/records/index.ts'
import { digestTeamGrants, listPermissionDefinitions } from '../permissions/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { digestMemberships } from '../teams/records/index.ts'
import { listUsersByIdWithoutMetadata } from './records/index.ts'

type Check = typeof users.checkSessions

export async function checkSessions(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, body }: EndpointRequest<Check>,
): Promise<ResponseOf<Check>> {
  const active = await listActiveSessions(database, project.id, body.session_ids, now())
  const userIds = [...new Set(active.map(({ userId }) => userId))]
  const versions = await readUserVersions(database, project.id, userIds)
  const items = active.flatMap(({ id, userId }) => {
    const version = versions.get(userId)
    return version === undefined ? [] : [{ id, user_id: userId, user_version: version }]
  })
  return { items, is_paginated: false }
}

/** Returns a text for each user that differs after a change of what the endpoint names. */
async function readUserVersions(
  database: Database,
  projectId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [users, teams, grants, definitions] = await Promise.all([
    listUsersByIdWithoutMetadata(database, projectId, userIds),
    digestMemberships(database, projectId, userIds),
    digestTeamGrants(database, projectId, userIds),
    // A permission may contain others.
    listPermissionDefinitions(database, projectId, 'team'),
  ])
  const contained = hash(definitions.map((definition) => [definition.id, definition.containedPermissionIds]))
  return new Map(
    users.map(({ id, displayName, primaryEmail, primaryEmailVerified, selectedTeam }) => [
      id,
      hash([
        [displayName, primaryEmail, primaryEmailVerified, selectedTeam?.id],
        [teams.get(id), grants.get(id), contained],
      ]),
    ]),
  )
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
