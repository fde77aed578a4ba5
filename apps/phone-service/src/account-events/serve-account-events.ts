import { accountEvents } from '@parley/contract/phone'
import { parseJson } from '@parley/primitives'
import { receiveBody, toStringHeaders } from '@parley/server/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { z } from 'zod'
import { listWorkspacesOfUser } from '../numbers/index.ts'
import {
  type AccountEventDeps,
  applySessionEnd,
  applyUserChange,
  applyWorkspaceChange,
  applyWorkspaceDeletion,
  recheckTrunkGrant,
} from './check-access.ts'
import { deleteUser } from './delete-users.ts'
import { startDeletionForClaim, startDeletionForFormerMember } from './run-deletions.ts'

/** An event that another node has received. */
const topic = 'account-events'
const forwardedEvent = z.object({ nodeId: z.string(), event: accountEvents.accountEvent })

/**
 * Serves the webhook endpoint for events of the account service. Requests without a valid signature are
 * rejected (401), and so are signed ones whose body is not JSON (400); events of other types are ignored.
 */
export async function serveAccountEvents(
  app: FastifyInstance,
  services: AccountEventDeps,
  secret: string,
): Promise<void> {
  await services.bus.subscribe(topic, (received) => {
    const { nodeId, event } = forwardedEvent.parse(received)
    if (nodeId === services.nodeId) return
    handleEvent(services, event).catch((error) => services.log.error('account_event.failed', { error }))
  })
  const webhook = new Webhook(secret)
  app.post(accountEvents.accountEventsPath, async (request, reply) => {
    // The signature covers the bytes of the body, so they are read before the sender is known.
    const body = (await receiveBody(request, reply)).toString()
    if (!isSigned(webhook, request, body))
      return await reply.code(401).send({ error: 'The signature is invalid.' })
    const json = parseJson(body)
    if (json === undefined) return await reply.code(400).send({ error: 'The body is not valid JSON.' })
    const event = accountEvents.accountEvent.safeParse(json)
    if (event.success) {
      await handleEvent(services, event.data)
      // A node that misses it checks the users in calls and open tabs periodically.
      await services.bus
        .publish(topic, { nodeId: services.nodeId, event: event.data })
        .catch((error) => services.log.warn('account_event.not_forwarded', { error: error.message }))
    }
    return await reply.code(204).send()
  })
}

function isSigned(webhook: Webhook, { headers }: FastifyRequest, body: string): boolean {
  try {
    webhook.verify(body, toStringHeaders(headers), { jsonParse: false })
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}

async function handleEvent(services: AccountEventDeps, event: accountEvents.AccountEvent): Promise<void> {
  const { type, data } = event
  services.log.info('account_event.received', { type })
  if (type === 'team.updated') return await applyWorkspaceChange(services, data.id)
  if (type === 'team.deleted') return await applyWorkspaceDeletion(services, data.id)
  if (type === 'session.ended')
    return await applySessionEnd(services, { sessionId: data.id, userId: data.user_id })
  if (type === 'user.deleted') return await applyUserDeletion(services, data.id)
  if (type === 'user.claimed') await startDeletionForClaim(services, data)
  await applyUserChange(services, 'user_id' in data ? data.user_id : data.id)
  if (!('team_id' in data)) return
  const { team_id: workspaceId, user_id: userId } = data
  services.live.sendToLocalColleagues(workspaceId, { type: 'colleagues.changed' })
  if (type === 'team_membership.deleted')
    await startDeletionForFormerMember(services, { workspaceId, userId })
  await recheckTrunkGrant(services, workspaceId)
}

async function applyUserDeletion(services: AccountEventDeps, userId: string): Promise<void> {
  const workspaceIds = await listWorkspacesOfUser(services.database, userId)
  await deleteUser(services, userId)
  await applyUserChange(services, userId)
  for (const workspaceId of workspaceIds) await recheckTrunkGrant(services, workspaceId)
}
