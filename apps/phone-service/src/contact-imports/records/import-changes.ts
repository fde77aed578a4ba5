import { type Kysely, sql } from 'kysely'
import type { ContactFields } from '../../contacts/index.ts'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** A contact that an import has created or updated. */
export interface ImportChange {
  readonly contactId: string
  /** That of the contact after the import. */
  readonly version: number
  /** Null for a contact that the import has created. */
  readonly before: (ContactFields & { readonly ownerUserId: string }) | null
}

/** Stores changes of an import. Returns their size in bytes. */
export async function insertChanges(
  transaction: Database,
  importId: string,
  changes: readonly ImportChange[],
): Promise<number> {
  const json = JSON.stringify(
    changes.map(({ contactId, version, before }) => ({
      import_id: importId,
      contact_id: contactId,
      version,
      fields_before: before,
    })),
  )
  const columns = ['import_id', 'contact_id', 'version', 'fields_before'] as const
  const batch = sql<Record<(typeof columns)[number], never>>`json_to_recordset(${json}::json)`
  await transaction
    .insertInto('contact_import_changes')
    .columns(columns)
    .expression(
      transaction
        .selectFrom(
          batch.as<'batch'>(
            sql`batch(import_id uuid, contact_id uuid, version integer, fields_before jsonb)`,
          ),
        )
        .select(columns),
    )
    .execute()
  return Buffer.byteLength(json)
}

/** Returns the next changes of an import, by contact, after `afterId`: all, or those of contacts that are shared now. */
export async function listChanges(
  transaction: Database,
  importId: string,
  {
    afterId,
    limit,
    onlyShared,
  }: { readonly afterId: string | null; readonly limit: number; readonly onlyShared: boolean },
): Promise<ImportChange[]> {
  const rows = await transaction
    .selectFrom('contact_import_changes')
    .select(['contact_id', 'version', 'fields_before'])
    .where('import_id', '=', importId)
    .$if(onlyShared, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('contacts')
            .select('contacts.id')
            .whereRef('contacts.id', '=', 'contact_import_changes.contact_id')
            .where('contacts.visibility', '=', 'shared'),
        ),
      ),
    )
    .$if(afterId !== null, (query) => query.where('contact_id', '>', afterId ?? ''))
    .orderBy('contact_id')
    .limit(limit)
    .execute()
  return rows.map(({ contact_id, version, fields_before }) => ({
    contactId: contact_id,
    version,
    before: fields_before as ImportChange['before'],
  }))
}

export async function deleteChanges(transaction: Database, importId: string): Promise<void> {
  await transaction.deleteFrom('contact_import_changes').where('import_id', '=', importId).execute()
}
