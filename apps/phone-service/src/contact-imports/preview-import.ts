import type { ResponseOf } from '@parley/contract'
import { contactImports, PhoneError } from '@parley/contract/phone'
import { readContactUse, readPrivateUse } from '../contacts/index.ts'
import type { CurrentUser, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { describeColumns } from './file/suggest-columns.ts'
import { runPlanning } from './limit-planning.ts'
import { findExisting } from './plan/find-existing.ts'
import { type PlannedRow, planImport } from './plan/plan-import.ts'
import { findRowContext, readRows } from './plan/read-rows.ts'
import { saveMapping } from './records/contact-imports.ts'
import { requireDraft } from './require-draft.ts'
import { serializeImport } from './serialize-import.ts'

type PreviewContactImport = typeof contactImports.previewContactImport

/** Stores the mapping of a draft. Returns what the import would change. */
export async function previewContactImport(
  services: Pick<Services, 'database' | 'settings' | 'now'>,
  { user, params, body, info: { signal } }: PhoneRequest<PreviewContactImport>,
): Promise<ResponseOf<PreviewContactImport>> {
  const { database, now } = services
  const draft = await requireDraft(services, user, params.import)
  if (body.targets.length !== draft.columns.length)
    throw new PhoneError('SCHEMA_ERROR', { message: 'body.targets: must be one for each column.' })
  return await runPlanning({ user, fileBytes: draft.fileBytes, signal }, async () => {
    const { visibility, labels } = body
    const hasHeader = draft.format === 'csv' && body.hasHeader
    const columns = draft.columns.map((column, index) => {
      const target = body.targets[index] ?? column.target
      return { ...column, target }
    })
    const context = await findRowContext(services, user.workspaceId)
    const stored = { ...draft, hasHeader, columns, labels, visibility }
    const read = await readRows(services, stored, context, { signal })
    const described = describeColumns(read.first, hasHeader).map(({ name, sample }, index) => ({
      name,
      sample,
      index,
    }))
    const mapping = {
      hasHeader,
      visibility,
      labels,
      rowCount: read.rows.length,
      columns: columns.map((column, index) => ({ ...column, ...described[index] })),
    }
    if (!(await saveMapping(database, draft.id, mapping))) throw new PhoneError('CONTACT_IMPORT_NOT_FOUND')
    const existing = await findExisting(database, user, read.rows, signal)
    const plan = await planImport(read.rows, existing, { maxRows: contactImports.maxPreviewRows, signal })
    return {
      contactImport: serializeImport({ ...draft, ...mapping }, now()),
      counts: plan.counts,
      rows: plan.rows.map(toPreviewRow),
      rejected: plan.rejected.slice(0, contactImports.maxListedRejections),
      problem: await findProblem(services, user, { visibility, created: plan.counts.new }),
    }
  })
}

/** Returns the limit that an import would exceed, or null. */
async function findProblem(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  user: CurrentUser,
  { visibility, created }: { readonly visibility: 'shared' | 'private'; readonly created: number },
): Promise<'CONTACT_LIMIT' | 'CONTACT_PRIVATE_LIMIT' | null> {
  const use = await readContactUse(database, user.workspaceId)
  if (use.contacts + created > settings.maxContactsPerWorkspace) return 'CONTACT_LIMIT'
  if (visibility === 'shared') return null
  const { contacts } = await readPrivateUse(database, user)
  return contacts + created > settings.maxPrivateContactsPerUser ? 'CONTACT_PRIVATE_LIMIT' : null
}

function toPreviewRow({ row, result, adds }: PlannedRow) {
  const { line } = row
  if (!('fields' in row))
    return { line, name: row.name, company: '', phones: [], emails: [], result, adds: [...adds] }
  const { name, company, phones, emails } = row.fields
  return {
    line,
    name,
    company,
    phones: phones.map(({ number }) => number),
    emails: emails.map(({ address }) => address),
    result,
    adds: [...adds],
  }
}
