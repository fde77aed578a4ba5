import { required } from '@parley/primitives'
import { activeSessionAsJson, parseSessionJson, type Session } from '../../auth/sessions/records/index.ts'
import type { AccessTokenClaims } from '../../auth/sessions/tokens/index.ts'
import { selectValidKeySets } from '../../projects/internal-keys/records/index.ts'
import { type Project, selectProjects, toProject } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { parseUserJson, selectUserAsJson, type User } from '../../users/records/index.ts'
import type { AccessType } from './auth-context.ts'

interface RequestCredentials {
  readonly projectId: string
  readonly accessType: AccessType
  readonly key: string | null
  readonly claims: AccessTokenClaims | null
}

interface LoadedContext {
  readonly project: Project
  readonly isKeyValid: boolean
  /** Session of the access token and its user; both null if the session has ended or the user was deleted. */
  readonly session: Session | null
  readonly user: User | null
}

/**
 * Loads project, key, session and user for a request in a single query. Null if the project does not exist.
 */
export async function loadRequestContext(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { projectId, accessType, key, claims }: RequestCredentials,
): Promise<LoadedContext | null> {
  // Ids are shorter, and PostgreSQL rejects NUL in text.
  if (projectId.length > 64 || projectId.includes('\u0000')) return null
  const id = projectId.toLowerCase()

  const row = await selectProjects(database)
    .select(({ exists, lit }) =>
      (key === null ? lit(false) : exists(selectValidKeySets(database, id, accessType, key, now()))).as(
        'isKeyValid',
      ),
    )
    .$if(claims !== null, (query) =>
      query.select([
        activeSessionAsJson(database, required(claims, 'the claims of a token').sessionId, now()).as(
          'session',
        ),
        selectUserAsJson(database, required(claims, 'the claims of a token').userId).as('user'),
      ]),
    )
    .where('projects.id', '=', id)
    .executeTakeFirst()
  if (!row) return null

  const session = row.session ? parseSessionJson(row.session) : null
  const isActive = session !== null && session.projectId === id && session.userId === claims?.userId
  return {
    project: toProject(row),
    isKeyValid: row.isKeyValid === true,
    session: isActive ? session : null,
    user: isActive && row.user ? parseUserJson(row.user) : null,
  }
}
