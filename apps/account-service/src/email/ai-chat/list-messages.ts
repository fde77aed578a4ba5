import type { ResponseOf } from '@parley/contract'
import type { aiChat } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { listThreadMessages } from './ai-messages.ts'

type List = typeof aiChat.listAiMessages

export async function listMessages(
  { database }: Pick<Services, 'database'>,
  { project, params }: EndpointRequest<List>,
): Promise<ResponseOf<List>> {
  return { messages: await listThreadMessages(database, { projectId: project.id, threadId: params.thread }) }
}
