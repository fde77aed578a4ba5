import type { teams, users } from '@parley/contract/account'
import { randomToken } from '@parley/server'
import type { z } from 'zod'
import type { Database } from '../database/index.ts'

interface Member {
  readonly team_id: string
  readonly user_id: string
}

/** What is told of each kind of event. Users and teams are as servers see them. */
interface EventData {
  readonly 'user.created': z.infer<typeof users.serverUser>
  readonly 'user.updated': z.infer<typeof users.serverUser>
  readonly 'user.deleted': { readonly id: string; readonly teams: readonly { readonly id: string }[] }
  readonly 'team.created': z.infer<typeof teams.serverTeam>
  readonly 'team.updated': z.infer<typeof teams.serverTeam>
  readonly 'team.deleted': { readonly id: string }
  readonly 'team_membership.created': Member
  readonly 'team_membership.deleted': Member
  readonly 'team_permission.created': Member & { readonly id: string }
  readonly 'team_permission.deleted': Member & { readonly id: string }
  readonly 'project_permission.created': { readonly id: string; readonly user_id: string }
  readonly 'project_permission.deleted': { readonly id: string; readonly user_id: string }
}

export type EventType = keyof EventData

/** Notes what happened, in the transaction in which it does: it is told if and only if that commits. */
export async function publishEvent<Type extends EventType>(
  database: Database,
  projectId: string,
  { type, data, at }: { readonly type: Type; readonly data: EventData[Type]; readonly at: Date },
): Promise<void> {
  await database
    .insertInto('webhook_events')
    .values({
      id: `msg_${randomToken(26)}`,
      project_id: projectId,
      type,
      data: JSON.stringify(data),
      created_at: at,
    })
    .execute()
}
