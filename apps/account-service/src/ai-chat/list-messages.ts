import type { ResponseOf } from '@parley/contract'
import type { aiChat } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { readMessages } from './messages.ts'

type List = typeof aiChat.listAiMessages

export async function listMessages(
  { database }: Pick<Services, 'database'>,
  { project, params }: ServedRequest<List>,
): Promise<ResponseOf<List>> {
  return { messages: await readMessages(database, { projectId: project.id, threadId: params.thread }) }
}
