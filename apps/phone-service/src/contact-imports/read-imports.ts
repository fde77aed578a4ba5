import type { ResponseOf } from '@parley/contract'
import { type contactImports, PhoneError } from '@parley/contract/phone'
import { runExport, serializeCsv } from '../csv/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { runPlanning } from './limit-planning.ts'
import { findExisting } from './plan/find-existing.ts'
import { planImport } from './plan/plan-import.ts'
import { findRowContext, readRows } from './plan/read-rows.ts'
import { deleteDraftById, findImport, listImports } from './records/contact-imports.ts'
import { requireDraft } from './require-draft.ts'
import { serializeImport } from './serialize-import.ts'

type ListContactImports = typeof contactImports.listContactImports
type GetContactImport = typeof contactImports.getContactImport
type GetRejectedRows = typeof contactImports.getRejectedRows
type DeleteContactImport = typeof contactImports.deleteContactImport

export async function listContactImports(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { user }: PhoneRequest<ListContactImports>,
): Promise<ResponseOf<ListContactImports>> {
  const imports = await listImports(database, user, now())
  return { items: imports.map((each) => serializeImport(each, now())) }
}

export async function getContactImport(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { user, params }: PhoneRequest<GetContactImport>,
): Promise<ResponseOf<GetContactImport>> {
  const found = await findImport(database, user, params.import, now())
  if (!found) throw new PhoneError('CONTACT_IMPORT_NOT_FOUND')
  return serializeImport(found, now())
}

const rejectedColumns = ['row', 'name', 'reason', 'value']

/** Returns all rejected rows of a draft with its stored mapping. */
export async function getRejectedRows(
  services: Pick<Services, 'database' | 'settings' | 'now'>,
  { user, params, info: { signal } }: PhoneRequest<GetRejectedRows>,
): Promise<ResponseOf<GetRejectedRows>> {
  const { database } = services
  const draft = await requireDraft(services, user, params.import)
  const context = await findRowContext(services, user.workspaceId)
  const exportRows = async () => {
    const { rows } = await readRows(services, draft, context, { signal })
    const existing = await findExisting(database, user, rows, signal)
    const { rejected } = await planImport(rows, existing, { maxRows: 0, signal })
    const listed = rejected.map(({ line, name, reason, value }) => [line, name, reason, value])
    return { csv: await serializeCsv(rejectedColumns, listed) }
  }
  return await runPlanning({ user, fileBytes: draft.fileBytes, signal }, () => runExport(user, exportRows))
}

export async function deleteContactImport(
  { database }: Pick<Services, 'database'>,
  { user, params }: PhoneRequest<DeleteContactImport>,
): Promise<ResponseOf<DeleteContactImport>> {
  if (!(await deleteDraftById(database, user, params.import)))
    throw new PhoneError('CONTACT_IMPORT_NOT_FOUND')
  return { success: true }
}
