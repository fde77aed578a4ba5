import { randomToken } from '@parley/server'
import type { Database } from '../database/index.ts'
import { insertDeliveries, joinPendingDelivery, selectDeliveredEvents } from './deliveries.ts'
import type { EventType } from './event-data.ts'
import { deleteEventsIn, insertEventsIfSubscribed } from './events.ts'
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

interface PhoneEventData {
  readonly id?: string
  readonly user_id?: string
  readonly team_id?: string
  readonly claimed_at_millis?: number
}

interface PhoneEvents {
  readonly type: EventType
  readonly data: readonly PhoneEventData[]
  readonly at: Date
}

/**
 * Publishes events for the phone if it subscribes to them, with the ids and the time of a claim only, because the
 * phone reads the rest when it receives an event. An event about the subject of a pending delivery joins that delivery.
 */
export async function publishPhoneEvents(
  database: Database,
  projectId: string,
  { type, data: all, at }: PhoneEvents,
): Promise<void> {
  const selectPhone = () =>
    selectSubscribedEndpoints(database, projectId, type).where('id', '=', phoneEndpointId)
  if (!(await selectPhone().executeTakeFirst())) return

  const insert = async (inserted: readonly PhoneEventData[], subject: string | null) => {
    const events = inserted.map(({ id, user_id, team_id, claimed_at_millis }) => ({
      id: `msg_${randomToken(26)}`,
      subject: null,
      data: { id, user_id, team_id, claimed_at_millis },
    }))
    const withPhone = database
      .with('wanted', selectPhone)
      .with('event', (query) => insertEventsIfSubscribed(query, { projectId, type, events, at }))
    await insertDeliveries(withPhone, at, { subject, isUrgent: urgentTypes.includes(type) }).execute()
  }
  if (!repeatableTypes.includes(type)) return await insert(all, null)
  for (const data of all) {
    const ids = [data.user_id ?? data.id, ...(data.team_id === undefined ? [] : [data.team_id])]
    const subject = `${type} ${ids.join(' ')}`
    if (!(await joinPendingDelivery(database, phoneEndpointId, subject, at))) await insert([data], subject)
  }
}

/** Deletes the delivered events of the phone from before a moment. */
export async function deleteDeliveredPhoneEvents(database: Database, moment: Date): Promise<void> {
  await deleteEventsIn(database, moment, selectDeliveredEvents(database, phoneEndpointId))
}
