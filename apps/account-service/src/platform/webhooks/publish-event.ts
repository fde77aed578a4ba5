import type { teams, users, webhooks } from '@parley/contract/account'
import { randomToken } from '@parley/server'
import type { z } from 'zod'
import type { Database } from '../database/index.ts'
import { insertDeliveries } from './deliveries.ts'
import { insertEventIfSubscribed } from './events.ts'
import { selectSubscribedEndpoints } from './webhook-endpoints.ts'

interface Member {
  readonly team_id: string
  readonly user_id: string
}

/** Payload of each event type. Users and teams are serialized for server access. */
interface EventData {
  readonly 'user.created': z.infer<typeof users.serverUser>
  /**
   * Sent for updates of the user object, a password reset, and the conversion of an anonymous user. Not sent when
   * the user sets a password, registers a passkey or changes an e-mail, as receivers expect.
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

interface EventInput<Type extends EventType> {
  readonly type: Type
  readonly data: EventData[Type] | (() => Promise<EventData[Type]>)
  readonly at: Date
}

/**
 * Publishes an event in the caller's transaction: it is delivered if and only if that commits. Without subscribers
 * nothing is stored, and a `data` function is not called.
 */
export async function publishEvent<Type extends EventType>(
  database: Database,
  projectId: string,
  { type, data: known, at }: EventInput<Type>,
): Promise<void> {
  const data =
    typeof known === 'function' ? await loadDataIfSubscribed(database, projectId, type, known) : known
  if (data === null) return
  const id = `msg_${randomToken(26)}`
  const withSubscribers = database
    .with('wanted', () => selectSubscribedEndpoints(database, projectId, type))
    .with('event', (query) => insertEventIfSubscribed(query, { id, projectId, type, data, at }))
  await insertDeliveries(withSubscribers, at).execute()
}

async function loadDataIfSubscribed<Data>(
  database: Database,
  projectId: string,
  type: EventType,
  data: () => Promise<Data>,
): Promise<Data | null> {
  const subscribedEndpoint = await selectSubscribedEndpoints(database, projectId, type)
    .limit(1)
    .executeTakeFirst()
  return subscribedEndpoint ? await data() : null
}
