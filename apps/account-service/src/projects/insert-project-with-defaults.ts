import { defaultPermissionDefinitions, insertPermissionDefinition } from '../permissions/index.ts'
import type { ServiceTransaction } from '../platform/service-context/index.ts'
import { insertProjectRow, type ProjectDraft } from './records/index.ts'

/** Creates a project with the default permissions, within the caller's transaction. */
export async function insertProjectWithDefaults(
  transaction: ServiceTransaction,
  draft: ProjectDraft,
  now: Date,
): Promise<void> {
  await insertProjectRow(transaction, draft, now)
  for (const definition of defaultPermissionDefinitions)
    await insertPermissionDefinition(transaction, draft.id, definition)
  await transaction.inProject(draft.id).audit('project.created', { type: 'project', id: draft.id })
}
