import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

const partBytes = 1024 * 1024

export async function insertFile(transaction: Database, importId: string, file: Buffer): Promise<void> {
  for (let start = 0; start < file.length; start += partBytes) {
    const content = file.subarray(start, start + partBytes)
    await transaction
      .insertInto('contact_import_parts')
      .values({ import_id: importId, position: start / partBytes, content })
      .execute()
  }
}

/** Reads the file of an import part by part, so that it is never in memory as a whole. */
export async function* readFileParts(database: Database, importId: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const part = await database
      .selectFrom('contact_import_parts')
      .select('content')
      .where('import_id', '=', importId)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!part) return
    yield part.content
  }
}

export async function deleteFile(database: Database, importId: string): Promise<void> {
  await database.deleteFrom('contact_import_parts').where('import_id', '=', importId).execute()
}
