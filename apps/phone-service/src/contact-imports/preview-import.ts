import type { ResponseOf } from '@parley/contract'
import { contactImports, PhoneError } from '@parley/contract/phone'
import {
  getPrivateBytes,
  measureContact,
  readContactUse,
  readPrivateUse,
  toContactFields,
} from '../contacts/index.ts'
import type { CurrentUser, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { createTurns } from '../turns.ts'
import { describeColumns } from './file/suggest-columns.ts'
import { runPlanning } from './limit-planning.ts'
import { findExisting } from './plan/find-existing.ts'
import { type ImportPlan, type PlannedRow, planImport } from './plan/plan-import.ts'
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
      ...(await findSpace(services, user, { visibility, plan, signal })),
    }
  })
}

interface PreviewedPlan {
  readonly visibility: 'shared' | 'private'
  readonly plan: ImportPlan
  readonly signal: AbortSignal
}

type Preview = ResponseOf<PreviewContactImport>

/** Returns the space that the contacts would occupy, and the limit that the import would exceed, or null. */
async function findSpace(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  user: CurrentUser,
  previewed: PreviewedPlan,
): Promise<Pick<Preview, 'space' | 'problem'>> {
  const { maxContactBytes: maxBytes, maxContactsPerWorkspace, maxPrivateContactsPerUser } = settings
  const { visibility, plan } = previewed
  const created = plan.counts.new
  const growth = await measureGrowth(previewed)
  const use = await readContactUse(database, user.workspaceId)
  const space = { usedBytes: use.sizeBytes, afterBytes: use.sizeBytes + growth.all, maxBytes }
  const toResult = (problem: Preview['problem']) => ({ space, problem })
  if (created > 0 && use.contacts + created > maxContactsPerWorkspace) return toResult('CONTACT_LIMIT')
  if (growth.all > 0 && space.afterBytes > maxBytes) return toResult('CONTACT_QUOTA_REACHED')
  const own = await readPrivateUse(database, user)
  const hasTooMany =
    visibility === 'private' && created > 0 && own.contacts + created > maxPrivateContactsPerUser
  const isTooLarge = growth.own > 0 && own.sizeBytes + growth.own > getPrivateBytes(settings)
  return toResult(hasTooMany || isTooLarge ? 'CONTACT_PRIVATE_LIMIT' : null)
}

/** Returns by how many bytes a plan makes all contacts of the workspace larger, and the private ones of the user. */
async function measureGrowth({ visibility, plan, signal }: PreviewedPlan) {
  const takeTurn = createTurns(signal)
  const growth = { all: 0, own: 0 }
  for (const { fields, before } of [...plan.created, ...plan.updated]) {
    await takeTurn()
    const bytes = measureContact(fields) - (before ? measureContact(toContactFields(before)) : 0)
    growth.all += bytes
    if ((before?.visibility ?? visibility) === 'private') growth.own += bytes
  }
  return growth
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
