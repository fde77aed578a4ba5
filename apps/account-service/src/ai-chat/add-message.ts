import type { ResponseOf } from '@parley/contract'
import type { aiChat } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { countMessages, insertMessage } from './messages.ts'

type Add = typeof aiChat.addAiMessage

const mostMessages = 1_000

export async function addMessage(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, params, body }: ServedRequest<Add>,
): Promise<ResponseOf<Add>> {
  const thread = { projectId: project.id, threadId: params.thread }
  if ((await countMessages(database, thread)) >= mostMessages)
    throw new TextError(400, 'This thread is full. Begin another.')

  await insertMessage(database, thread, body.message, now())
  return {}
}
