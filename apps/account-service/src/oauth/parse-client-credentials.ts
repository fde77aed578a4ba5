import { KnownError } from '@parley/contract'
import { required } from '@parley/primitives'
import type { RequestInfo } from '@parley/server/http'
import type { Database } from '../platform/database/index.ts'
import { isValidKey, withRejectedKeySet } from '../projects/internal-keys/records/index.ts'
import { findProject, type Project } from '../projects/records/index.ts'
import type { Services } from '../services.ts'

/** The client secret of clients without a publishable client key. */
const publicClientSecret = '__stack_public_client__'

interface ClientCredentials {
  readonly client_id?: string
  readonly client_secret?: string
}

/**
 * Authenticates the client: project id and publishable client key, in the body or in a Basic header (RFC
 * 6749, section 2.3.1).
 *
 * @throws {KnownError} INVALID_OAUTH_CLIENT_ID_OR_SECRET
 */
export async function authenticateClient(
  { database, now }: Pick<Services, 'database' | 'now'>,
  body: ClientCredentials,
  info: RequestInfo,
): Promise<Project> {
  const { client_id, client_secret } = body.client_id ? body : (parseBasicCredentials(info) ?? body)
  const project = await findProjectOfClient(database, client_id)
  const refusal = new KnownError('INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: null })
  if (project === null || client_secret === undefined) throw refusal
  await requireClientSecret({ database, now }, project, client_secret, refusal)
  return project
}

/** @throws the refusal, unless the secret is a publishable client key or the project requires none. */
export async function requireClientSecret(
  { database, now }: Pick<Services, 'database' | 'now'>,
  project: Project,
  secret: string,
  refusal: KnownError,
): Promise<void> {
  if (secret === publicClientSecret && !project.settings.requires_publishable_client_key) return
  if (await isValidKey(database, project.id, 'client', secret, now())) return
  const key = { projectId: project.id, accessType: 'client', plaintext: secret } as const
  throw await withRejectedKeySet(database, key, refusal)
}

/** Returns the project of a client id, which may include the branch: `id#main`. Null if there is none. */
export async function findProjectOfClient(
  database: Database,
  clientId: string | undefined,
): Promise<Project | null> {
  const [projectId, branch = 'main', ...more] = (clientId ?? '').split('#')
  if (!projectId || branch !== 'main' || more.length > 0) return null
  return await findProject(database, projectId)
}

function parseBasicCredentials({ headers }: RequestInfo): ClientCredentials | null {
  const encoded = /^Basic +([A-Za-z0-9+/=]{1,2000})$/i.exec(headers.authorization ?? '')?.[1]
  if (!encoded) return null
  const parts = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  if (parts.length !== 2) return null
  return {
    client_id: decodeFormComponent(required(parts[0], 'the client id')),
    client_secret: decodeFormComponent(required(parts[1], 'the client secret')),
  }
}

/** Both parts are form-encoded before they are joined. */
function decodeFormComponent(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
