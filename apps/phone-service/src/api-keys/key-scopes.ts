import type { ResponseOf } from '@parley/contract'
import { type apiKeys, PhoneError } from '@parley/contract/phone'
import { requireDatabaseSpace } from '../disk-space.ts'
import {
  type AuthenticationService,
  deleteKeyScopes,
  listScopedKeys,
  type PhoneRequest,
  runOrUnreachable,
  saveKeyScopes,
} from '../request-context/index.ts'
import type { Services } from '../services.ts'

type ListKeyScopes = typeof apiKeys.listKeyScopes
type SaveKeyScopes = typeof apiKeys.saveKeyScopes

export async function listKeyScopes(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<ListKeyScopes>,
): Promise<ResponseOf<ListKeyScopes>> {
  return { items: await listScopedKeys(database, user.workspaceId) }
}

/** Replaces the scopes of a valid key, and deletes those of keys that are not valid any more. */
export async function replaceKeyScopes(
  services: Services & AuthenticationService,
  { user, params, body, transaction }: PhoneRequest<SaveKeyScopes>,
): Promise<ResponseOf<SaveKeyScopes>> {
  const { workspaceId } = user
  await requireDatabaseSpace(services)
  // Before the valid keys: a key whose scopes another request saves meanwhile is not among the invalid ones.
  const scoped = await listScopedKeys(services.database, workspaceId)
  const validIds = await runOrUnreachable(() =>
    services.authentication.teamKeys.listIds(workspaceId, services.now()),
  )
  if (!validIds.includes(params.key)) throw new PhoneError('API_KEY_NOT_FOUND')
  const invalidIds = scoped.map(({ id }) => id).filter((id) => !validIds.includes(id))
  const key = { id: params.key, scopes: [...new Set(body.scopes)].toSorted() }
  await transaction(async (changes) => {
    await deleteKeyScopes(changes, workspaceId, invalidIds)
    await saveKeyScopes(changes, key, user)
    const subject = { type: 'api_key', id: key.id }
    await changes.audit('api_key.scopes_changed', subject, { scopes: key.scopes.join(' ') })
  })
  return key
}
