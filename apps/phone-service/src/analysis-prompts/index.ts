import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findPrompt, findPromptVersion, listPromptVersions } from './find-prompt.ts'
import { publishPrompt } from './publish-prompt.ts'
import { deleteDraft } from './records/drafts.ts'
import { deleteVersions } from './records/versions.ts'
import { savePromptDraft } from './save-draft.ts'

export { parseFields } from './parse-fields.ts'
export { hasVariable, replaceVariables } from './prompt-variables.ts'
export { findLatestVersion, findVersion, type StoredVersion } from './records/versions.ts'
export { requirePublishable } from './require-publishable.ts'

/** Deletes the prompt of a deleted workspace. */
export async function deletePrompt(database: Kysely<PhoneTables>, workspaceId: string): Promise<void> {
  await deleteDraft(database, workspaceId)
  await deleteVersions(database, workspaceId)
}

export const analysisPromptHandlers = {
  'GET /analysis-prompt': findPrompt,
  'PUT /analysis-prompt/draft': savePromptDraft,
  'POST /analysis-prompt/versions': publishPrompt,
  'GET /analysis-prompt/versions': listPromptVersions,
  'GET /analysis-prompt/versions/{version}': findPromptVersion,
} satisfies Partial<PhoneHandlers<Services>>
