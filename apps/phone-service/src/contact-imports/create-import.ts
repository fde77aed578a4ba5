import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { contactImports, PhoneError } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'
import { listActiveFields } from '../contacts/index.ts'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { inspectFile } from './file/inspect-file.ts'
import { runSmallPlanning } from './limit-planning.ts'
import {
  deleteDraft,
  insertImport,
  isImporting,
  lockFileBytes,
  lockImportsOfUser,
} from './records/contact-imports.ts'
import { insertFile } from './records/import-parts.ts'
import { serializeImport } from './serialize-import.ts'

type CreateContactImport = typeof contactImports.createContactImport

const draftLifetimeMs = 60 * 60_000
/** Of the files of a workspace that have not been imported yet. */
const maxFileBytesPerWorkspace = 4 * contactImports.maxFileBytes
const newImport = {
  status: 'draft',
  attempts: 0,
  progress: 0,
  counts: null,
  failure: null,
  undoableUntil: null,
  undone: null,
} as const
const noLabels = { mobile: '', work: '', home: '', fax: '' }

/** Stores a file as the draft of the user, in place of an earlier one. */
export async function createContactImport(
  services: Pick<Services, 'database' | 'now' | 'settings'>,
  { user, query, body, info: { signal } }: PhoneRequest<CreateContactImport>,
): Promise<ResponseOf<CreateContactImport>> {
  const { database, now } = services
  const { workspaceId, userId } = user
  const file = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  await requireDatabaseSpace(services)
  return await runSmallPlanning({ user, signal }, async () => {
    const inspected = await inspectFile(file, await listActiveFields(database, workspaceId), signal)
    const draft = {
      id: randomUUID(),
      workspaceId,
      userId,
      fileName: removeInvisibleCharacters(query.fileName),
      fileBytes: file.length,
      ...inspected,
      labels: noLabels,
      visibility: 'shared' as const,
      createdAt: now(),
    }
    await database.transaction().execute(async (transaction) => {
      await lockImportsOfUser(transaction, userId)
      if (await isImporting(transaction, userId)) throw new PhoneError('CONTACT_IMPORT_RUNNING')
      await deleteDraft(transaction, userId)
      const storedBytes = await lockFileBytes(transaction, workspaceId)
      if (storedBytes + file.length > maxFileBytesPerWorkspace) throw new PhoneError('CONTACT_IMPORT_SPACE')
      await insertImport(transaction, draft, new Date(draft.createdAt.getTime() + draftLifetimeMs))
      await insertFile(transaction, draft.id, file)
    })
    return serializeImport({ ...draft, ...newImport }, now())
  })
}
