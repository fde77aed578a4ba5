import type { ResponseOf } from '@parley/contract'
import type { aiChat } from '@parley/contract/account'
import type { RateLimit } from '@parley/server'
import { PlainTextError, tooManyRequests } from '@parley/server/http'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { deleteMessagesBeyond, insertMessage, lockThreads, measureThread } from './ai-messages.ts'

type Add = typeof aiChat.addAiMessage

/** A thread is returned as a whole, so both its length and its size are limited. */
const maxMessages = 1_000
const maxThreadBytes = 4 * 1024 * 1024

/** Of all projects of one owner: when it is exceeded, the oldest messages are deleted. */
const maxOwnerBytes = 16 * 1024 * 1024

const perOwner: RateLimit = { name: 'ai-messages-by-owner', attempts: 300, windowMs: 10 * 60_000 }

export async function addMessage(
  { rateLimits, findOwnerId, now }: Pick<Services, 'rateLimits' | 'findOwnerId' | 'now'>,
  request: EndpointRequest<Add>,
): Promise<ResponseOf<Add>> {
  const { project, params, body } = request
  const ownerId = await findOwnerId(project.id)
  const verdict = await rateLimits.consume(perOwner, ownerId)
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)

  const thread = { projectId: project.id, threadId: params.thread }
  const message = JSON.stringify(body.message)
  await request.transaction(async (transaction) => {
    await lockThreads(transaction, ownerId)
    const { count, bytes } = await measureThread(transaction, thread)
    if (count >= maxMessages || bytes + Buffer.byteLength(message) > maxThreadBytes)
      throw new PlainTextError(400, 'This thread is full. Start a new one.')
    await insertMessage(transaction, thread, { ownerId, message, createdAt: now() })
    await deleteMessagesBeyond(transaction, ownerId, maxOwnerBytes)
  })
  return {}
}
