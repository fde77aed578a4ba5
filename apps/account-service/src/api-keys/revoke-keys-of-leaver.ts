import type { HttpCall } from '@parley/server/http'
import type { Access } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import type { Services } from '../services.ts'
import { lockMemberships } from '../teams/index.ts'
import { revokeKeysCreatedBy } from './api-keys.ts'

interface Leaver {
  readonly userId: string
  /** The team that they leave; all of theirs where none is given. */
  readonly teamId?: string
}

/**
 * Revokes the keys of teams that somebody made, where the project binds them to memberships. Comes before their memberships
 * are ended, within the transaction that ends them: a membership that has ended tells no more what was made by it.
 */
export async function revokeKeysOfLeaver(
  { now }: Pick<Services, 'now'>,
  transaction: Database,
  { project, actor, call }: Pick<Access, 'project' | 'actor'> & { readonly call: HttpCall },
  { userId, teamId }: Leaver,
): Promise<void> {
  if (!project.settings.team_keys_bound_to_membership) return

  // Whoever makes a key holds their membership until it is stored, so that every key is seen by the statement after this.
  await lockMemberships(transaction, project.id, { userId, teamId })
  const at = now()
  for (const { id, team_id } of await revokeKeysCreatedBy(transaction, { userId, teamId }, at))
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'api_key.revoked',
      subject: { type: 'api_key', id },
      details: { ownerType: 'team', ownerId: team_id, creatorId: userId },
      call,
      at,
    })
}
