import { defaultPermissionDefinitions, insertPermissionDefinition } from '../permissions/index.ts'
import type { ServiceTransaction } from '../platform/service-context/index.ts'
import { insertProjectRow, type ProjectDraft } from './records/index.ts'

/** Creates a project with the default permissions and settings, within the caller's transaction. */
export async function insertProjectWithDefaults(
  transaction: ServiceTransaction,
  draft: ProjectDraft,
  now: Date,
): Promise<void> {
  const settings = { requires_publishable_client_key: false, ...draft.settings }
  await insertProjectRow(transaction, { ...draft, settings }, now)
  for (const definition of defaultPermissionDefinitions)
    await insertPermissionDefinition(transaction, draft.id, definition)
  await transaction.inProject(draft.id).audit('project.created', { type: 'project', id: draft.id })
}
