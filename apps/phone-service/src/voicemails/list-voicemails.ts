import type { ResponseOf } from '@parley/contract'
import { PhoneError, type voicemails } from '@parley/contract/phone'
import { isUuid } from '@parley/primitives'
import { type ActiveCallService, listCallsInOrder, serializeCalls } from '../call-log/index.ts'
import { parseCursor, serializeCursor } from '../database/cursor.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { countNewVoicemails, listVoicemailPage, serializeVoicemail } from './records/index.ts'

type ListVoicemails = typeof voicemails.listVoicemails
type CountVoicemails = typeof voicemails.countVoicemails

const maxCount = 100

export async function listVoicemails(
  services: Services & ActiveCallService,
  { user, query }: PhoneRequest<ListVoicemails>,
): Promise<ResponseOf<ListVoicemails>> {
  const { database } = services
  const after = query.cursor ? parseVoicemailCursor(query.cursor) : null
  const page = await listVoicemailPage(database, user, {
    filter: query.filter,
    after,
    limit: query.limit + 1,
  })
  const shown = page.slice(0, query.limit)
  const last = page.length > shown.length ? shown.at(-1) : undefined
  const stored = await listCallsInOrder(
    database,
    user.workspaceId,
    shown.map(({ callId }) => callId),
  )
  const calls = new Map((await serializeCalls(services, user, stored)).map((call) => [call.id, call]))
  return {
    items: shown.flatMap((message) => {
      const call = calls.get(message.callId)
      return call ? [{ call, ...serializeVoicemail(message) }] : []
    }),
    nextCursor: last ? serializeCursor([String(last.createdAt.getTime()), last.callId]) : null,
  }
}

export async function countVoicemails(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<CountVoicemails>,
): Promise<ResponseOf<CountVoicemails>> {
  return { new: await countNewVoicemails(database, user, maxCount) }
}

function parseVoicemailCursor(cursor: string): { createdAt: Date; callId: string } {
  const [createdAt, callId] = parseCursor(cursor, 2) ?? []
  const isValid = createdAt !== undefined && /^\d{1,15}$/.test(createdAt) && isUuid(callId ?? '')
  if (!isValid) throw new PhoneError('SCHEMA_ERROR', { message: 'query.cursor: invalid cursor.' })
  return { createdAt: new Date(Number(createdAt)), callId: callId ?? '' }
}
