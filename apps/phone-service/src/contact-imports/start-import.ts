import type { ResponseOf } from '@parley/contract'
import { contactImports, PhoneError } from '@parley/contract/phone'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { startRunning } from './records/contact-imports.ts'
import { requireDraft } from './require-draft.ts'
import { serializeImport } from './serialize-import.ts'

type RunContactImport = typeof contactImports.runContactImport

/** How long the result of an import is listed. */
export const resultLifetimeMs = contactImports.undoDays * 24 * 60 * 60_000

/** Lets a draft run. A node takes it within a second. */
export async function runContactImport(
  services: Pick<Services, 'database' | 'settings' | 'now'>,
  { user, params }: PhoneRequest<RunContactImport>,
): Promise<ResponseOf<RunContactImport>> {
  const { database, now } = services
  const draft = await requireDraft(services, user, params.import)
  await requireDatabaseSpace(services)
  const expiresAt = new Date(now().getTime() + resultLifetimeMs)
  if (!(await startRunning(database, draft.id, expiresAt))) throw new PhoneError('CONTACT_IMPORT_NOT_FOUND')
  return serializeImport({ ...draft, status: 'running' }, now())
}
