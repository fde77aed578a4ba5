import { listContactBatch, type StoredContact, type Viewer } from '../../contacts/index.ts'
import type { Services } from '../../services.ts'
import { listKeys } from './contact-keys.ts'
import type { ParsedRow } from './parse-row.ts'

const batchSize = 500

/** Returns the contacts that the user can see and that share a number, an e-mail or the name with a row. */
export async function findExisting(
  database: Services['database'],
  viewer: Viewer,
  rows: readonly ParsedRow[],
): Promise<StoredContact[]> {
  const keys = new Set(rows.flatMap((row) => ('fields' in row ? listKeys(row.fields) : [])))
  const found: StoredContact[] = []
  for (let afterId: string | null = null; ; ) {
    const batch = await listContactBatch(database, viewer, { afterId, limit: batchSize })
    found.push(...batch.filter((contact) => listKeys(contact).some((key) => keys.has(key))))
    if (batch.length < batchSize) return found
    afterId = batch.at(-1)?.id ?? null
  }
}
