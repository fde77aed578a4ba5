import { accountEvents } from '@parley/contract/phone'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { z } from 'zod'
import {
  type AccountEventDeps,
  applySessionEnd,
  applyUserChange,
  applyWorkspaceDeletion,
} from './check-access.ts'

const maxBodyBytes = 64 * 1024

const memberEvent = z.object({
  type: z.enum([
    'team_membership.created',
    'team_membership.deleted',
    'team_permission.created',
    'team_permission.deleted',
  ]),
  data: z.object({ user_id: z.string() }),
})
const sessionEvent = z.object({
  type: z.literal('session.ended'),
  data: z.object({ id: z.string(), user_id: z.string() }),
})
const userEvent = z.object({
  type: z.enum(['user.updated', 'user.deleted']),
  data: z.object({ id: z.string() }),
})
const teamEvent = z.object({ type: z.literal('team.deleted'), data: z.object({ id: z.string() }) })
const accountEvent = z.union([sessionEvent, memberEvent, userEvent, teamEvent])

type AccountEvent = z.infer<typeof accountEvent>

/**
 * Serves the webhook endpoint for events of the account service. Requests without a valid signature are rejected (401);
 * events of other types are ignored.
 */
export async function serveAccountEvents(
  app: FastifyInstance,
  services: AccountEventDeps,
  secret: string,
): Promise<void> {
  const webhook = new Webhook(secret)
  await app.register((scope, _options, registered) => {
    // The signature covers the bytes of the body.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(accountEvents.accountEventsPath, async (request, reply) => {
      if (!isSigned(webhook, request))
        return await reply.code(401).send({ error: 'The signature is invalid.' })
      const event = accountEvent.safeParse(JSON.parse(String(request.body)))
      if (event.success) await handleEvent(services, event.data)
      return await reply.code(204).send()
    })
    registered()
  })
}

function isSigned(webhook: Webhook, { headers, body }: FastifyRequest): boolean {
  const named = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  try {
    webhook.verify(String(body), Object.fromEntries(named))
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}

async function handleEvent(services: AccountEventDeps, event: AccountEvent): Promise<void> {
  const { type, data } = event
  services.log.info('account_event.received', { type })
  if (type === 'team.deleted') return await applyWorkspaceDeletion(services, data.id)
  if (type === 'session.ended')
    return await applySessionEnd(services, { sessionId: data.id, userId: data.user_id })
  await applyUserChange(services, 'user_id' in data ? data.user_id : data.id)
}
