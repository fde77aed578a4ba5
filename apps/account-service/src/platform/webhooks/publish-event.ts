import { randomToken } from '@parley/server'
import type { Database } from '../database/index.ts'
import { insertDeliveries } from './deliveries.ts'
import type { EventData, EventType } from './event-data.ts'
import { deleteReplacedEvents, insertEventsIfSubscribed } from './events.ts'
import { publishPhoneEvents } from './phone-events.ts'
import { phoneEndpointId, selectSubscribedEndpoints } from './webhook-endpoints.ts'

/** Events with the complete state of a user or team, of which a receiver needs the newest one only. */
const stateTypes: readonly EventType[] = ['user.updated', 'team.updated']
/** Size of the stored events of these types about one user or team. The newest one is always stored. */
const maxSubjectBytes = 1_000_000

interface EventInput<Type extends EventType> {
  readonly type: Type
  readonly data: EventData[Type] | (() => Promise<EventData[Type]>)
  readonly at: Date
}

/**
 * Publishes an event in the caller's transaction: it is delivered if and only if that commits. Without
 * subscribers nothing is stored, and a `data` function is not called. Older events about the state of the same
 * user or team are deleted, delivered or not, when they exceed their share.
 */
export async function publishEvent<Type extends EventType>(
  database: Database,
  projectId: string,
  { type, data: known, at }: EventInput<Type>,
): Promise<void> {
  const data =
    typeof known === 'function' ? await loadDataIfSubscribed(database, projectId, type, known) : known
  if (data !== null) await publishEvents(database, projectId, { type, data: [data], at })
}

/** Publishes events of one type, as {@link publishEvent} does, in few statements. */
export async function publishEvents<Type extends EventType>(
  database: Database,
  projectId: string,
  {
    type,
    data: all,
    at,
  }: { readonly type: Type; readonly data: readonly EventData[Type][]; readonly at: Date },
): Promise<void> {
  if (all.length === 0) return
  await publishPhoneEvents(database, projectId, { type, data: all, at })
  const events = all.map((data) => ({
    id: `msg_${randomToken(26)}`,
    subject: stateTypes.includes(type) && 'id' in data ? data.id : null,
    data,
  }))
  const withSubscribers = database
    .with('wanted', () =>
      selectSubscribedEndpoints(database, projectId, type).where('id', '!=', phoneEndpointId),
    )
    .with('event', (query) => insertEventsIfSubscribed(query, { projectId, type, events, at }))
  const { numInsertedOrUpdatedRows } = await insertDeliveries(withSubscribers, at).executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) return
  for (const { id, subject } of events)
    if (subject !== null) await deleteReplacedEvents(database, { id, projectId, subject }, maxSubjectBytes)
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
