import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import { OutboundRefused, pinAddress } from '@parley/server'
import { TextError } from '@parley/server/http'
import type { Access, ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import type { Services } from '../services.ts'
import {
  type EndpointRecord,
  endpointShape,
  findEndpoint,
  findEndpoints,
  parkDeliveries,
  webhookSecretPurpose,
} from './endpoints.ts'
import { newSecret } from './signature.ts'

type Needs = Pick<Services, 'database' | 'secrets' | 'options' | 'now'>
type Create = typeof webhooks.createWebhookEndpoint
type List = typeof webhooks.listWebhookEndpoints
type Update = typeof webhooks.updateWebhookEndpoint
type Delete = typeof webhooks.deleteWebhookEndpoint
type Rotate = typeof webhooks.rotateWebhookSecret

/** How long the secret before signs too, so that receivers can change theirs without missing anything. */
const bothSecretsMs = 24 * 60 * 60_000
const mostEndpoints = 50

export async function createEndpoint(
  services: Needs,
  { body, ...request }: ServedRequest<Create>,
): Promise<ResponseOf<Create>> {
  const { database, secrets, now } = services
  await requireReachable(services, body.url)
  const secret = newSecret()

  return await database.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('webhook_endpoints')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('project_id', '=', request.project.id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= mostEndpoints)
      throw new TextError(400, `A project has at most ${mostEndpoints} webhook addresses. Delete one first.`)

    const record = await transaction
      .insertInto('webhook_endpoints')
      .values({
        id: randomUUID(),
        project_id: request.project.id,
        url: body.url,
        description: body.description ?? '',
        event_types: body.event_types ?? null,
        is_enabled: body.is_enabled ?? true,
        sealed_secret: secrets.seal(secret, webhookSecretPurpose),
        created_at: now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await note(transaction, request, 'webhook_endpoint.created', record.id, now())
    return { ...endpointShape(record), secret }
  })
}

export async function listEndpoints(
  { database }: Needs,
  { project }: ServedRequest<List>,
): Promise<ResponseOf<List>> {
  const records = await findEndpoints(database, project.id)
  return { items: records.map(endpointShape), is_paginated: false }
}

export async function updateEndpoint(
  services: Needs,
  { params, body, ...request }: ServedRequest<Update>,
): Promise<ResponseOf<Update>> {
  const { database, now } = services
  if (body.url !== undefined) await requireReachable(services, body.url)

  return await database.transaction().execute(async (transaction) => {
    await requireEndpoint(transaction, request.project.id, params.id)
    if (Object.keys(body).length > 0)
      await transaction.updateTable('webhook_endpoints').set(body).where('id', '=', params.id).execute()
    if (body.is_enabled === false) await parkDeliveries(transaction, params.id)
    await note(transaction, request, 'webhook_endpoint.updated', params.id, now())
    return endpointShape(await requireEndpoint(transaction, request.project.id, params.id))
  })
}

export async function deleteEndpoint(
  { database, now }: Needs,
  { params, ...request }: ServedRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  await database.transaction().execute(async (transaction) => {
    await requireEndpoint(transaction, request.project.id, params.id)
    await transaction.deleteFrom('webhook_endpoints').where('id', '=', params.id).execute()
    await note(transaction, request, 'webhook_endpoint.deleted', params.id, now())
  })
  return { success: true }
}

export async function rotateSecret(
  { database, secrets, now }: Needs,
  { params, ...request }: ServedRequest<Rotate>,
): Promise<ResponseOf<Rotate>> {
  const secret = newSecret()
  await database.transaction().execute(async (transaction) => {
    const { sealed_secret } = await requireEndpoint(transaction, request.project.id, params.id)
    await transaction
      .updateTable('webhook_endpoints')
      .set({
        sealed_secret: secrets.seal(secret, webhookSecretPurpose),
        sealed_previous_secret: sealed_secret,
        previous_secret_ends_at: new Date(now().getTime() + bothSecretsMs),
      })
      .where('id', '=', params.id)
      .execute()
    await note(transaction, request, 'webhook_endpoint.secret-rotated', params.id, now())
  })
  return { secret }
}

/** @throws {TextError} 404 */
export async function requireEndpoint(
  database: Database,
  projectId: string,
  id: string,
): Promise<EndpointRecord> {
  const record = await findEndpoint(database, projectId, id)
  if (!record) throw new TextError(404, 'There is no such webhook address in this project.')
  return record
}

/** Says at once what every delivery would fail of: whether it still holds is asked again with each of them. */
async function requireReachable({ options }: Needs, url: string): Promise<void> {
  try {
    await pinAddress(new URL(url).hostname, { allowedNetworks: options.outboundNetworks })
  } catch (error) {
    if (error instanceof OutboundRefused) throw new TextError(400, error.message)
    throw error
  }
}

async function note(
  database: Database,
  { project, actor, call }: Access & Pick<ServedRequest<Create>, 'call'>,
  action: string,
  id: string,
  at: Date,
): Promise<void> {
  const subject = { type: 'webhook_endpoint', id }
  await recordAudit(database, { projectId: project.id, actor, action, subject, call, at })
}
