import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { generateWebhookSecret } from '@parley/server/webhooks'
import { internalProjectId } from '../../../projects/records/index.ts'
import type { Services } from '../../../services.ts'
import { findManagingUserId } from '../../../users/records/index.ts'
import type { EndpointRequest } from '../../request-context/index.ts'
import { countEndpoints, insertEndpoint, webhookSecretPurpose } from '../index.ts'
import { requireAllowedHost } from './require-reachable.ts'
import { serializeEndpoint } from './serialize-endpoint.ts'

type Create = typeof webhooks.createWebhookEndpoint

const maxEndpoints = 50

export async function createEndpoint(
  services: Pick<Services, 'secrets' | 'options' | 'now'>,
  request: EndpointRequest<Create>,
): Promise<ResponseOf<Create>> {
  const { body } = request
  const { secrets, now } = services
  await requireAllowedHost(services, body.url)
  const secret = generateWebhookSecret()

  return await request.transaction(async (transaction) => {
    if ((await countEndpoints(transaction, request.project.id)) >= maxEndpoints)
      throw new PlainTextError(
        400,
        `A project can have at most ${maxEndpoints} webhook endpoints. Delete one first.`,
      )

    const record = await insertEndpoint(transaction, {
      id: randomUUID(),
      projectId: request.project.id,
      ownerId: await findManagingUserId(transaction, internalProjectId, request.project.id),
      url: body.url,
      description: body.description ?? '',
      eventTypes: body.event_types ?? null,
      isEnabled: body.is_enabled ?? true,
      sealedSecret: secrets.seal(secret, webhookSecretPurpose),
      createdAt: now(),
    })
    await transaction.audit('webhook_endpoint.created', { type: 'webhook_endpoint', id: record.id })
    return { ...serializeEndpoint(record), secret }
  })
}
