import type { teams, users, webhooks } from '@parley/contract/account'
import { randomToken } from '@parley/server'
import type { z } from 'zod'
import type { Database } from '../database/index.ts'
import { insertDeliveries } from './deliveries.ts'
import { endpointsThatWant } from './endpoints.ts'
import { insertEventIfWanted } from './events.ts'

interface Member {
  readonly team_id: string
  readonly user_id: string
}

/** What is told of each kind of event. Users and teams are as servers see them. */
interface EventData {
  readonly 'user.created': z.infer<typeof users.serverUser>
  /**
   * What is written of a user, a reset password, and an anonymous user who becomes somebody. Whoever sets a password,
   * registers a passkey or changes an address is not told of, which is what receivers know of this event.
   */
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

export type EventType = keyof EventData & (typeof webhooks.webhookEventTypes)[number]

interface Happening<Type extends EventType> {
  readonly type: Type
  readonly data: EventData[Type] | (() => Promise<EventData[Type]>)
  readonly at: Date
}

/**
 * Notes what happened, in the transaction in which it does: it is told if and only if that commits. Where nobody wants to
 * be told, nothing is kept, and `data` that is a function is not asked for.
 */
export async function publishEvent<Type extends EventType>(
  database: Database,
  projectId: string,
  { type, data: known, at }: Happening<Type>,
): Promise<void> {
  const data = typeof known === 'function' ? await askedFor(database, projectId, type, known) : known
  if (data === null) return
  const id = `msg_${randomToken(26)}`
  const telling = database
    .with('wanted', () => endpointsThatWant(database, projectId, type))
    .with('event', (query) => insertEventIfWanted(query, { id, projectId, type, data, at }))
  await insertDeliveries(telling, at).execute()
}

async function askedFor<Data>(
  database: Database,
  projectId: string,
  type: EventType,
  data: () => Promise<Data>,
): Promise<Data | null> {
  const listener = await endpointsThatWant(database, projectId, type).limit(1).executeTakeFirst()
  return listener ? await data() : null
}
