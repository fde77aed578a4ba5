import { webhooks } from '@parley/contract/account'
import type { Services } from '../../../services.ts'
import type { AccountRouter } from '../../request-context/index.ts'
import { createEndpoint } from './create-endpoint.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listEndpoints } from './list-endpoints.ts'
import { replayDelivery } from './replay-delivery.ts'
import { rotateSecret } from './rotate-secret.ts'
import { updateEndpoint } from './update-endpoint.ts'

/** Operations of owners on webhook endpoints and deliveries. */
export function serveWebhookEndpoints(serve: AccountRouter, services: Services): void {
  serve(webhooks.createWebhookEndpoint, (request) => createEndpoint(services, request))
  serve(webhooks.listWebhookEndpoints, (request) => listEndpoints(services, request))
  serve(webhooks.updateWebhookEndpoint, (request) => updateEndpoint(services, request))
  serve(webhooks.deleteWebhookEndpoint, (request) => deleteEndpoint(services, request))
  serve(webhooks.rotateWebhookSecret, (request) => rotateSecret(services, request))
  serve(webhooks.listWebhookDeliveries, (request) => listDeliveries(services, request))
  serve(webhooks.replayWebhookDelivery, (request) => replayDelivery(services, request))
}
