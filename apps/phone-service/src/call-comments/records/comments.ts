import type { callComments } from '@parley/contract/phone'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { buildSearchPatterns, buildSearchText } from '../../database/search-text.ts'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface StoredComment {
  readonly id: string
  readonly callId: string
  readonly workspaceId: string
  readonly userId: string
  readonly userName: string | null
  readonly text: string
  readonly createdAt: Date
  readonly editedAt: Date | null
}

/** A comment of a call. */
export interface CommentKey {
  readonly callId: string
  readonly id: string
}

interface CommentSearch {
  readonly workspaceId: string
  readonly search: string
  readonly isReadable: RawBuilder<boolean>
}

/** A search finds the calls of this many comments, the latest ones. */
const maxFoundComments = 1_000

const columns = [
  'id',
  'call_id',
  'workspace_id',
  'user_id',
  'user_name',
  'text',
  'created_at',
  'edited_at',
] as const

export async function insertComment(
  transaction: Database,
  comment: Omit<StoredComment, 'editedAt'>,
): Promise<void> {
  await transaction
    .insertInto('call_comments')
    .values({
      id: comment.id,
      call_id: comment.callId,
      workspace_id: comment.workspaceId,
      user_id: comment.userId,
      user_name: comment.userName,
      text: comment.text,
      created_at: comment.createdAt,
      search_text: buildSearchText([comment.text]),
    })
    .execute()
}

export async function countComments(database: Database, callId: string): Promise<number> {
  const { count } = await database
    .selectFrom('call_comments')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('call_id', '=', callId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns a page of the comments of a call after the cursor `after`, the oldest first. */
export async function listCommentPage(
  database: Database,
  callId: string,
  { after, limit }: { readonly after: { createdAt: Date; id: string } | null; readonly limit: number },
): Promise<StoredComment[]> {
  const rows = await database
    .selectFrom('call_comments')
    .select(columns)
    .where('call_id', '=', callId)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(created_at, id) > (${after?.createdAt ?? new Date(0)}::timestamptz, ${after?.id ?? ''}::uuid)`,
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toComment)
}

export async function listCommentsById(database: Database, ids: readonly string[]): Promise<StoredComment[]> {
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('call_comments')
    .select(columns)
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(toComment)
}

export async function findComment(
  database: Database,
  { callId, id }: CommentKey,
): Promise<StoredComment | null> {
  const row = await database
    .selectFrom('call_comments')
    .select(columns)
    .where('id', '=', id)
    .where('call_id', '=', callId)
    .executeTakeFirst()
  return row ? toComment(row) : null
}

/** Replaces the text of a comment. Returns whether it existed. */
export async function saveCommentText(
  database: Database,
  id: string,
  { text, editedAt }: { readonly text: string; readonly editedAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('call_comments')
    .set({ text, edited_at: editedAt, search_text: buildSearchText([text]) })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a comment. Returns whether it existed. */
export async function deleteCommentRow(database: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('call_comments')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the comments of a call. Returns how many. */
export async function deleteCommentsOfCall(database: Database, callId: string): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('call_comments')
    .where('call_id', '=', callId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the comments that a user in a workspace has added up to a time. Returns how many. */
export async function deleteCommentsOfUser(
  database: Database,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
  until: Date,
): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('call_comments')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('created_at', '<=', until)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Returns the calls of the latest comments that match a search. `isReadable` is a condition on their calls. */
export async function listCallsByComment(
  database: Database,
  { workspaceId, search, isReadable }: CommentSearch,
): Promise<string[]> {
  const patterns = buildSearchPatterns(search)
  if (!patterns) return []
  const rows = await database
    .selectFrom('call_comments')
    .innerJoin('calls', 'calls.id', 'call_comments.call_id')
    .select('call_comments.call_id')
    .where('call_comments.workspace_id', '=', workspaceId)
    .where(isReadable)
    .where((where) =>
      where.or([
        where.and(patterns.words.map((pattern) => where('call_comments.search_text', 'like', pattern))),
        where('call_comments.search_text', 'like', patterns.joined),
      ]),
    )
    .orderBy('call_comments.created_at', 'desc')
    .limit(maxFoundComments)
    .execute()
  return [...new Set(rows.map(({ call_id }) => call_id))]
}

export function serializeComment(comment: StoredComment): callComments.CallComment {
  const { id, userId, userName, text, createdAt, editedAt } = comment
  return {
    id,
    userId,
    userName,
    text,
    createdAt: createdAt.getTime(),
    editedAt: editedAt?.getTime() ?? null,
  }
}

type CommentRow = Pick<Selectable<PhoneTables['call_comments']>, (typeof columns)[number]>

function toComment(row: CommentRow): StoredComment {
  return {
    id: row.id,
    callId: row.call_id,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    userName: row.user_name,
    text: row.text,
    createdAt: row.created_at,
    editedAt: row.edited_at,
  }
}
