import { randomToken } from '@parley/server'
import type { Database } from '../database/index.ts'
import { insertDeliveries, joinPendingDelivery, selectDeliveredEvents } from './deliveries.ts'
import type { EventType } from './event-data.ts'
import { deleteEventsIn, insertEventIfSubscribed } from './events.ts'
import { phoneEndpointId, selectSubscribedEndpoints } from './webhook-endpoints.ts'

/** Events that end access, or what another person has set. They reach the phone before all others. */
const urgentTypes: readonly EventType[] = [
  'session.ended',
  'user.claimed',
  'user.deleted',
  'team.deleted',
  'team_membership.deleted',
  'team_permission.deleted',
]

/** Events whose receiver reads the current state of the user or team, so that one delivery serves several. */
const repeatableTypes: readonly EventType[] = [
  'user.updated',
  'team.updated',
  'team_membership.created',
  'team_membership.deleted',
  'team_permission.created',
  'team_permission.deleted',
]

interface PhoneEvent {
  readonly type: EventType
  readonly data: {
    readonly id?: string
    readonly user_id?: string
    readonly team_id?: string
    readonly claimed_at_millis?: number
  }
  readonly at: Date
}

/**
 * Publishes an event for the phone if it subscribes to it, with the ids and the time of a claim only, because the
 * phone reads the rest when it receives the event. An event about the subject of a pending delivery joins that delivery.
 */
export async function publishPhoneEvent(
  database: Database,
  projectId: string,
  { type, data: { id, user_id, team_id, claimed_at_millis }, at }: PhoneEvent,
): Promise<void> {
  const selectPhone = () =>
    selectSubscribedEndpoints(database, projectId, type).where('id', '=', phoneEndpointId)
  if (!(await selectPhone().executeTakeFirst())) return

  const ids = [user_id ?? id, ...(team_id === undefined ? [] : [team_id])]
  const subject = repeatableTypes.includes(type) ? `${type} ${ids.join(' ')}` : null
  if (subject !== null && (await joinPendingDelivery(database, phoneEndpointId, subject, at))) return

  const data = { id, user_id, team_id, claimed_at_millis }
  const event = { id: `msg_${randomToken(26)}`, projectId, type, subject: null, data, at }
  const withPhone = database
    .with('wanted', selectPhone)
    .with('event', (query) => insertEventIfSubscribed(query, event))
  await insertDeliveries(withPhone, at, { subject, isUrgent: urgentTypes.includes(type) }).execute()
}

/** Deletes the delivered events of the phone from before a moment. */
export async function deleteDeliveredPhoneEvents(database: Database, moment: Date): Promise<void> {
  await deleteEventsIn(database, moment, selectDeliveredEvents(database, phoneEndpointId))
}
