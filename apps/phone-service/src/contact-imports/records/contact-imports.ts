import type { contactImports } from '@parley/contract/phone'
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { maxSmallFileBytes } from '../limit-planning.ts'

type Database = Kysely<PhoneTables>
type ContactImport = contactImports.ContactImport

export interface ImportOwner {
  readonly workspaceId: string
  readonly userId: string
}

/** The texts that become labels of numbers and e-mails. */
export type LabelTexts = Readonly<Record<'mobile' | 'work' | 'home' | 'fax', string>>

/** The description of an uploaded file. */
export interface ImportedFile extends Pick<ContactImport, 'format' | 'encoding' | 'delimiter'> {
  readonly fileName: string
  readonly fileBytes: number
}

/** The part of an import that its user may change before it runs. */
export interface Mapping extends Pick<ContactImport, 'hasHeader' | 'columns' | 'visibility'> {
  readonly rowCount: number
  readonly labels: LabelTexts
}

export interface StoredImport extends ImportOwner, ImportedFile, Mapping {
  readonly id: string
  readonly status: ContactImport['status']
  readonly createdAt: Date
  readonly attempts: number
  readonly progress: number
  readonly counts: ContactImport['counts']
  readonly failure: ContactImport['failure']
  readonly undoableUntil: Date | null
  readonly undone: ContactImport['undone']
}

const maxListed = 20
const maxListedForAdmin = 200

export async function insertImport(
  database: Database,
  draft: ImportOwner & ImportedFile & Mapping & { readonly id: string; readonly createdAt: Date },
  expiresAt: Date,
): Promise<void> {
  await database
    .insertInto('contact_imports')
    .values({
      id: draft.id,
      workspace_id: draft.workspaceId,
      user_id: draft.userId,
      status: 'draft',
      file_name: draft.fileName,
      file_bytes: draft.fileBytes,
      format: draft.format,
      encoding: draft.encoding,
      delimiter: draft.delimiter,
      ...toMappingColumns(draft),
      created_at: draft.createdAt,
      expires_at: expiresAt,
    })
    .execute()
}

/** A user who reads imports. */
export interface ImportViewer extends ImportOwner {
  readonly isPhoneAdmin: boolean
}

/** Returns an import that the viewer can see, or null. */
export async function findImport(
  database: Database,
  viewer: ImportViewer,
  id: string,
  now: Date,
): Promise<StoredImport | null> {
  const row = await database
    .selectFrom('contact_imports')
    .selectAll()
    .where('id', '=', id)
    .where((where) => isVisibleTo(where, viewer, now))
    .executeTakeFirst()
  return row ? toVisibleImport(row, viewer) : null
}

/** Returns the imports that the viewer can see, newest first. */
export async function listImports(
  database: Database,
  viewer: ImportViewer,
  now: Date,
): Promise<StoredImport[]> {
  const rows = await database
    .selectFrom('contact_imports')
    .selectAll()
    .where((where) => isVisibleTo(where, viewer, now))
    .orderBy('created_at', 'desc')
    .limit(viewer.isPhoneAdmin ? maxListedForAdmin : maxListed)
    .execute()
  return rows.map((row) => toVisibleImport(row, viewer))
}

/** An administrator also sees the imports of others that have changed shared contacts. */
function isVisibleTo(
  where: ExpressionBuilder<PhoneTables, 'contact_imports'>,
  { workspaceId, userId, isPhoneAdmin }: ImportViewer,
  now: Date,
) {
  const isOwn = where('user_id', '=', userId)
  const hasChangedShared = where.and([
    where('status', 'in', ['done', 'undone']),
    where('visibility', '=', 'shared'),
  ])
  return where.and([
    where('workspace_id', '=', workspaceId),
    where('expires_at', '>', now),
    isPhoneAdmin ? where.or([isOwn, hasChangedShared]) : isOwn,
  ])
}

/** The columns contain texts of the file, also those that were not imported. */
function toVisibleImport(row: ImportRow, { userId }: ImportViewer): StoredImport {
  return { ...toImport(row), ...(row.user_id !== userId && { columns: [] }) }
}

/**
 * Returns an import that runs or should be running, of a workspace that is not excepted: one that has ended fewer
 * processes first, and then the oldest.
 */
export async function findRunningImport(
  database: Database,
  exceptWorkspaceIds: readonly string[],
  size: 'small' | 'large',
): Promise<StoredImport | null> {
  const row = await database
    .selectFrom('contact_imports')
    .selectAll()
    .where('status', '=', 'running')
    .where('workspace_id', '!=', sql<string>`all(${exceptWorkspaceIds}::uuid[])`)
    .where('file_bytes', size === 'small' ? '<=' : '>', maxSmallFileBytes)
    .orderBy('attempts')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row ? toImport(row) : null
}

/** Lets other transactions that change the imports of a user wait until this one ends. */
export async function lockImportsOfUser(transaction: Database, userId: string): Promise<void> {
  const lockName = `contact imports of ${userId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
}

/** Lets no other transaction run an import until this one ends. Returns false when another one runs it. */
export async function lockImport(transaction: Database, id: string): Promise<boolean> {
  const lockName = `contact import ${id}`
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${lockName}, 0)) as "isLocked"`.execute(transaction)
  return rows[0]?.isLocked ?? false
}

/** Returns the size of all stored files of a workspace. No other transaction adds to it until this one ends. */
export async function lockFileBytes(transaction: Database, workspaceId: string): Promise<number> {
  const lockName = `imported files of ${workspaceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
  const { bytes } = await transaction
    .selectFrom('contact_imports')
    .select(({ fn }) => fn.sum<string>('file_bytes').as('bytes'))
    .where('workspace_id', '=', workspaceId)
    .where('status', 'in', ['draft', 'running'])
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

export async function isImporting(database: Database, userId: string): Promise<boolean> {
  const row = await database
    .selectFrom('contact_imports')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the draft of a user, in any workspace. */
export async function deleteDraft(database: Database, userId: string): Promise<void> {
  await database
    .deleteFrom('contact_imports')
    .where('user_id', '=', userId)
    .where('status', '=', 'draft')
    .execute()
}

/** Deletes a draft. Returns whether it existed. */
export async function deleteDraftById(
  database: Database,
  { workspaceId, userId }: ImportOwner,
  id: string,
): Promise<boolean> {
  const result = await database
    .deleteFrom('contact_imports')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('status', '=', 'draft')
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Returns whether the draft still existed. */
export async function saveMapping(database: Database, id: string, mapping: Mapping): Promise<boolean> {
  const result = await database
    .updateTable('contact_imports')
    .set(toMappingColumns(mapping))
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Lets a draft run. Returns whether it was still one. */
export async function startRunning(database: Database, id: string, expiresAt: Date): Promise<boolean> {
  const result = await database
    .updateTable('contact_imports')
    .set({ status: 'running', expires_at: expiresAt })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

function toMappingColumns({ hasHeader, rowCount, columns, labels, visibility }: Mapping) {
  return {
    has_header: hasHeader,
    row_count: rowCount,
    columns: JSON.stringify(columns),
    labels: JSON.stringify(labels),
    visibility,
  }
}

type ImportRow = Selectable<PhoneTables['contact_imports']>

function toImport(row: ImportRow): StoredImport {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    status: row.status,
    fileName: row.file_name,
    fileBytes: row.file_bytes,
    format: row.format,
    encoding: row.encoding,
    delimiter: row.delimiter,
    hasHeader: row.has_header,
    rowCount: row.row_count,
    columns: row.columns,
    labels: row.labels,
    visibility: row.visibility,
    createdAt: row.created_at,
    attempts: row.attempts,
    progress: row.progress,
    counts: row.counts,
    failure: row.failure,
    undoableUntil: row.undoable_until,
    undone: row.undone,
  }
}
