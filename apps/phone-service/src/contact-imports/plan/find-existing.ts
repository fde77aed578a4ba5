import { listContactBatch, type StoredContact, type Viewer } from '../../contacts/index.ts'
import type { Services } from '../../services.ts'
import { createTurns } from '../../turns.ts'
import { listKeys } from './contact-keys.ts'
import type { ParsedRow } from './parse-row.ts'

const batchSize = 200

/** Returns the contacts that the user can see and that share a number, an e-mail or the name with a row. */
export async function findExisting(
  database: Services['database'],
  viewer: Viewer,
  rows: readonly ParsedRow[],
  signal: AbortSignal,
): Promise<StoredContact[]> {
  const takeTurn = createTurns(signal)
  const keys = new Set<string>()
  for (const row of rows) {
    await takeTurn()
    if ('fields' in row) for (const key of listKeys(row.fields)) keys.add(key)
  }
  const found: StoredContact[] = []
  for (let after: StoredContact | null = null; ; ) {
    signal.throwIfAborted()
    const page = { after, limit: batchSize }
    const batch: StoredContact[] = await listContactBatch(database, viewer, { search: '' }, page)
    found.push(...batch.filter((contact) => listKeys(contact).some((key) => keys.has(key))))
    if (batch.length < batchSize) return found
    after = batch.at(-1) ?? null
  }
}
