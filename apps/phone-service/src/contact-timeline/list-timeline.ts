import type { ResponseOf } from '@parley/contract'
import { type analyses, type contactTimeline, PhoneError } from '@parley/contract/phone'
import { isUuid } from '@parley/primitives'
import { serializeItem } from '../call-analysis/index.ts'
import { listItemsById } from '../call-analysis/records/index.ts'
import { listCommentsById, serializeComment } from '../call-comments/records/index.ts'
import { type ActiveCallService, listCallsInOrder, measureCalls, serializeCalls } from '../call-log/index.ts'
import { findContact } from '../contacts/index.ts'
import { parseCursor, serializeCursor } from '../database/cursor.ts'
import { limitPage } from '../database/limit-page.ts'
import { findAudioStart } from '../recordings/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listTimelinePage, type TimelineEntry, type TimelinePosition } from './timeline-page.ts'

type ListTimeline = typeof contactTimeline.listTimeline

/** About the length of an entry without its call. */
const charactersPerEntry = 100

/** Returns a page of what happened with a contact, as far as the user may read it, the latest first. */
export async function listTimeline(
  services: Services & ActiveCallService,
  { user, params, query }: PhoneRequest<ListTimeline>,
): Promise<ResponseOf<ListTimeline>> {
  const { database } = services
  const after = query.cursor === undefined ? null : parseTimelineCursor(query.cursor)
  const contact = await findContact(database, user, params.contact)
  if (!contact) throw new PhoneError('CONTACT_NOT_FOUND')
  const numbers = contact.phones.map(({ number }) => number)
  const { kind, limit } = query
  const page = await listTimelinePage(database, user, { numbers, kind, after, limit: limit + 1 })
  const entries = await limitEntries(services, page, limit)
  const last = page.length > entries.length ? entries.at(-1) : undefined
  const listIds = (wanted: TimelineEntry['kind']) =>
    entries.flatMap((entry) => (entry.kind === wanted ? [entry.id] : []))
  const [calls, comments, itemsById] = await Promise.all([
    listCallsInOrder(database, user.workspaceId, listCallIds(entries)),
    listCommentsById(database, listIds('comment')),
    readItems(services, listIds('action-item')),
  ])
  const commentsById = new Map(comments.map((comment) => [comment.id, serializeComment(comment)]))
  return {
    items: entries.map(({ kind, at, id, callId }) => ({
      kind,
      at: at.getTime(),
      callId,
      comment: commentsById.get(id) ?? null,
      actionItem: itemsById.get(id) ?? null,
    })),
    calls: await serializeCalls(services, user, calls),
    nextCursor: last ? serializeCursor([String(last.at.getTime()), String(last.rank), last.id]) : null,
  }
}

async function readItems(
  { database }: Pick<Services, 'database'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, analyses.ActionItem>> {
  const items = await listItemsById(database, ids)
  const starts = new Map<string, Date>()
  for (const { callId } of items)
    if (!starts.has(callId)) starts.set(callId, (await findAudioStart(database, callId)) ?? new Date(0))
  return new Map(items.map((item) => [item.id, serializeItem(item, starts.get(item.callId) ?? new Date(0))]))
}

function listCallIds(entries: readonly TimelineEntry[]): string[] {
  return [...new Set(entries.map(({ callId }) => callId))]
}

/** Returns the first entries whose calls and comments are not too long together. */
async function limitEntries(
  { database }: Pick<Services, 'database'>,
  page: readonly TimelineEntry[],
  limit: number,
): Promise<TimelineEntry[]> {
  const lengths = new Map(await measureCalls(database, listCallIds(page)))
  return limitPage(page, limit, ({ callId, characters }) => {
    const ofCall = lengths.get(callId) ?? 0
    // A call is sent once.
    lengths.delete(callId)
    return charactersPerEntry + characters + ofCall
  })
}

function parseTimelineCursor(cursor: string): TimelinePosition {
  const [at = '', rank = '', id = ''] = parseCursor(cursor, 3) ?? []
  if (!/^\d{1,15}$/.test(at) || !/^\d$/.test(rank) || !isUuid(id))
    throw new PhoneError('SCHEMA_ERROR', { message: 'query.cursor: invalid cursor.' })
  return { at: new Date(Number(at)), rank: Number(rank), id }
}
