import type { ResponseOf } from '@parley/contract'
import type { aiChat } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'

type Add = typeof aiChat.addAiMessage
type List = typeof aiChat.listAiMessages

const mostMessages = 1_000

export async function addMessage(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, params, body }: ServedRequest<Add>,
): Promise<ResponseOf<Add>> {
  const { count } = await database
    .selectFrom('ai_messages')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('project_id', '=', project.id)
    .where('thread_id', '=', params.thread)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostMessages) throw new TextError(400, 'This thread is full. Begin another.')

  await database
    .insertInto('ai_messages')
    .values({
      project_id: project.id,
      thread_id: params.thread,
      message: JSON.stringify(body.message),
      created_at: now(),
    })
    .execute()
  return {}
}

export async function listMessages(
  { database }: Pick<Services, 'database'>,
  { project, params }: ServedRequest<List>,
): Promise<ResponseOf<List>> {
  const rows = await database
    .selectFrom('ai_messages')
    .select('message')
    .where('project_id', '=', project.id)
    .where('thread_id', '=', params.thread)
    .orderBy('id')
    .execute()
  return { messages: rows.map(({ message }) => message) }
}
