import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { countEndpoints, insertEndpoint, newSecret, webhookSecretPurpose } from '../webhooks/index.ts'
import { endpointShape } from './endpoint-shape.ts'
import { noteEndpoint } from './note-endpoint.ts'
import { requireReachable } from './require-reachable.ts'

type Create = typeof webhooks.createWebhookEndpoint

const mostEndpoints = 50

export async function createEndpoint(
  services: Pick<Services, 'database' | 'secrets' | 'options' | 'now'>,
  { body, ...request }: ServedRequest<Create>,
): Promise<ResponseOf<Create>> {
  const { database, secrets, now } = services
  await requireReachable(services, body.url)
  const secret = newSecret()

  return await database.transaction().execute(async (transaction) => {
    if ((await countEndpoints(transaction, request.project.id)) >= mostEndpoints)
      throw new TextError(
        400,
        `A project can have at most ${mostEndpoints} webhook endpoints. Delete one first.`,
      )

    const record = await insertEndpoint(transaction, {
      id: randomUUID(),
      project_id: request.project.id,
      url: body.url,
      description: body.description ?? '',
      event_types: body.event_types ?? null,
      is_enabled: body.is_enabled ?? true,
      sealed_secret: secrets.seal(secret, webhookSecretPurpose),
      created_at: now(),
    })
    await noteEndpoint(transaction, request, 'webhook_endpoint.created', record.id, now())
    return { ...endpointShape(record), secret }
  })
}
