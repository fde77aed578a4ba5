import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import { listCallsByComment } from '../call-comments/records/index.ts'
import { findContactNumbers, findNumbersBySearch as searchContactNumbers } from '../contacts/index.ts'
import { parseTimeCursor, serializeTimeCursor } from '../database/cursor.ts'
import { limitPage } from '../database/limit-page.ts'
import { listMemberNumbersBySearch } from '../numbers/index.ts'
import { hasScope, isKeyClient, type PhoneRequest, type Reader, runSearch } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listCallsByTranscript } from '../transcription/records/index.ts'
import type { ActiveCallService } from './active-calls.ts'
import { isAudibleTo, isReadableBy, listCallPage, listCallsInOrder } from './records/index.ts'
import { serializeCalls } from './serialize-call.ts'

type ListCalls = typeof calls.listCalls

export async function listCalls(
  services: Services & ActiveCallService,
  { user, query }: PhoneRequest<ListCalls>,
): Promise<ResponseOf<ListCalls>> {
  if (query.scope === 'workspace' && isKeyClient(user) && !user.isPhoneAdmin)
    throw new PhoneError('API_KEY_SCOPE_REQUIRED', { scope: 'calls:read-all' })
  if (query.contact !== undefined && !hasScope(user, 'contacts:read'))
    throw new PhoneError('API_KEY_SCOPE_REQUIRED', { scope: 'contacts:read' })
  return await readCalls(services, user, query)
}

/**
 * Returns calls of a list that a member may read. A search of a key finds no texts that its scopes do not include.
 *
 * @throws {PhoneError} `PHONE_ADMIN_REQUIRED`, `SCHEMA_ERROR`
 */
export async function readCalls(
  services: Services & ActiveCallService,
  user: Reader,
  query: PhoneRequest<ListCalls>['query'],
): Promise<ResponseOf<ListCalls>> {
  if (query.scope === 'workspace' && !user.isPhoneAdmin) throw new PhoneError('PHONE_ADMIN_REQUIRED')
  const page = await runSearch(services.database, user, query.search, async (database) => {
    const [contactNumbers, memberNumbers, ofComments, ofTranscripts, onlyNumbers] = await Promise.all([
      searchContactNumbers(database, user, hasScope(user, 'contacts:read') ? query.search : ''),
      listMemberNumbersBySearch(database, user.workspaceId, query.search),
      listCallsByComment(database, {
        workspaceId: user.workspaceId,
        // No scope allows keys to read comments.
        search: isKeyClient(user) ? '' : query.search,
        isReadable: isReadableBy(user),
      }),
      listCallsByTranscript(database, {
        workspaceId: user.workspaceId,
        search: hasScope(user, 'transcripts:read') ? query.search : '',
        isReadable: isReadableBy(user),
        isAudible: isAudibleTo(user.userId),
      }),
      query.contact ? findContactNumbers(database, user, query.contact) : null,
    ])
    return await listCallPage(
      database,
      user,
      {
        scope: query.filter === 'assigned' ? 'assigned' : query.scope,
        filter: query.filter === 'assigned' ? 'all' : query.filter,
        tag: query.tag ?? null,
        search: query.search,
        searchIds: [...ofComments, ...ofTranscripts],
        searchNumbers: [...contactNumbers, ...memberNumbers],
        onlyNumbers,
      },
      { after: query.cursor ? parseTimeCursor(query.cursor, 'startedAt') : null, limit: query.limit + 1 },
    )
  })
  const shown = limitPage(page, query.limit, ({ characters }) => characters)
  const last = page.length > shown.length ? shown.at(-1) : undefined
  const calls = await listCallsInOrder(
    services.database,
    user.workspaceId,
    shown.map(({ id }) => id),
  )
  return {
    items: await serializeCalls(services, user, calls),
    nextCursor: last ? serializeTimeCursor(last.startedAt, last.id) : null,
  }
}
