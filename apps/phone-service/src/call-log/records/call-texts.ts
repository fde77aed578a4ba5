import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { toTagKey } from '../../unique-tags.ts'
import { isReadableBy } from './call-conditions.ts'
import {
  type CallReaderWithRole,
  columns,
  isReadableCall,
  type StoredCall,
  toStoredCall,
  toTextColumns,
} from './stored-call.ts'

type Database = Kysely<PhoneTables>

/** The texts of a call that members write. */
export type CallTexts = Pick<StoredCall, 'notes' | 'tags'>

/** Of how many calls the tags are suggested. */
const maxSuggestingCalls = 1_000

/** Locks and returns a call that a user may read, or null. */
export async function findReadableCallForUpdate(
  transaction: Database,
  reader: CallReaderWithRole,
  id: string,
): Promise<StoredCall | null> {
  const call = await findCallForUpdate(transaction, id)
  return call && isReadableCall(call, reader) ? call : null
}

async function findCallForUpdate(transaction: Database, id: string): Promise<StoredCall | null> {
  const row = await transaction
    .selectFrom('calls')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? toStoredCall(row) : null
}

/**
 * Changes the texts of a call, and its search text. The call is locked first: the search text contains all texts, and
 * concurrent changes of them must not overwrite each other. Returns null when the call does not exist.
 */
export async function saveCallTexts(
  transaction: Database,
  id: string,
  texts: Partial<CallTexts>,
): Promise<StoredCall | null> {
  const stored = await findCallForUpdate(transaction, id)
  if (!stored) return null
  const changed = { ...stored, ...texts }
  await transaction.updateTable('calls').set(toTextColumns(changed)).where('id', '=', id).execute()
  return changed
}

/** Returns tags of the latest calls with tags that a user may read, the most frequent ones first. */
export async function listUsedTags(
  database: Database,
  reader: CallReaderWithRole,
  { search, max }: { readonly search: string; readonly max: number },
): Promise<string[]> {
  const latest = database
    .selectFrom('calls')
    .select(['tags', 'tag_keys'])
    .where('workspace_id', '=', reader.workspaceId)
    .where(sql<boolean>`tags <> '{}'`)
    .where(isReadableBy(reader))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSuggestingCalls)
  const searchKey = toTagKey(search.trim())
  const { rows } = await sql<{ tag: string }>`
    select mode() within group (order by tag) as tag
    from (${latest}) as latest, unnest(latest.tags, latest.tag_keys) as used (tag, tag_key)
    group by tag_key
    order by count(*) desc, tag_key
  `.execute(database)
  const found = rows.filter(({ tag }) => toTagKey(tag).includes(searchKey))
  return found.slice(0, max).map(({ tag }) => tag)
}
