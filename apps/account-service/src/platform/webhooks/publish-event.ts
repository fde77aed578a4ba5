import { randomToken } from '@parley/server'
import type { Database } from '../database/index.ts'
import { insertDeliveries } from './deliveries.ts'
import type { EventData, EventType } from './event-data.ts'
import { insertEventIfSubscribed } from './events.ts'
import { publishPhoneEvent } from './phone-events.ts'
import { phoneEndpointId, selectSubscribedEndpoints } from './webhook-endpoints.ts'

interface EventInput<Type extends EventType> {
  readonly type: Type
  readonly data: EventData[Type] | (() => Promise<EventData[Type]>)
  readonly at: Date
}

/**
 * Publishes an event in the caller's transaction: it is delivered if and only if that commits. Without
 * subscribers nothing is stored, and a `data` function is not called.
 */
export async function publishEvent<Type extends EventType>(
  database: Database,
  projectId: string,
  { type, data: known, at }: EventInput<Type>,
): Promise<void> {
  const data =
    typeof known === 'function' ? await loadDataIfSubscribed(database, projectId, type, known) : known
  if (data === null) return
  await publishPhoneEvent(database, projectId, { type, data, at })
  const id = `msg_${randomToken(26)}`
  const withSubscribers = database
    .with('wanted', () =>
      selectSubscribedEndpoints(database, projectId, type).where('id', '!=', phoneEndpointId),
    )
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
