import { validKeySets } from '../internal-keys/index.ts'
import { type Project, projectOf, selectProjects } from '../projects/index.ts'
import type { Services } from '../services.ts'
import {
  type AccessTokenClaims,
  livingSessionAsJson,
  type Session,
  sessionOfJson,
} from '../sessions/index.ts'
import { type UserRecord, userAsJson, userOfJson } from '../users/index.ts'
import type { AccessType } from './identity.ts'

interface Question {
  readonly projectId: string
  readonly accessType: AccessType
  readonly key: string | null
  readonly claims: AccessTokenClaims | null
}

interface Found {
  readonly project: Project
  readonly keyFits: boolean
  /** Session of the access token and its user; both null if the session has ended or the user was deleted. */
  readonly session: Session | null
  readonly user: UserRecord | null
}

/** Loads project, key, session and user for a request in a single query. Null if the project does not exist. */
export async function lookUp(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { projectId, accessType, key, claims }: Question,
): Promise<Found | null> {
  // Ids are shorter, and PostgreSQL rejects NUL in text.
  if (projectId.length > 64 || projectId.includes('\u0000')) return null
  const id = projectId.toLowerCase()

  const row = await selectProjects(database)
    .select(({ exists, lit }) =>
      (key === null ? lit(false) : exists(validKeySets(database, id, accessType, key, now()))).as('key_fits'),
    )
    .$if(claims !== null, (query) =>
      query.select([
        livingSessionAsJson(database, claims!.sessionId, now()).as('session'),
        userAsJson(database, claims!.userId).as('user'),
      ]),
    )
    .where('projects.id', '=', id)
    .executeTakeFirst()
  if (!row) return null

  const session = row.session ? sessionOfJson(row.session) : null
  const isLiving = session !== null && session.projectId === id && session.userId === claims?.userId
  return {
    project: projectOf(row),
    keyFits: row.key_fits === true,
    session: isLiving ? session : null,
    user: isLiving && row.user ? userOfJson(row.user) : null,
  }
}
