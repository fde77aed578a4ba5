import { PhoneError } from '@parley/contract/phone'
import type { Services } from '../services.ts'
import { findImport, type ImportViewer, type StoredImport } from './records/contact-imports.ts'

/** @throws {PhoneError} `CONTACT_IMPORT_NOT_FOUND`, also for an import that has started */
export async function requireDraft(
  { database, now }: Pick<Services, 'database' | 'now'>,
  owner: ImportViewer,
  id: string,
): Promise<StoredImport> {
  const found = await findImport(database, owner, id, now())
  if (found?.status !== 'draft') throw new PhoneError('CONTACT_IMPORT_NOT_FOUND')
  return found
}
