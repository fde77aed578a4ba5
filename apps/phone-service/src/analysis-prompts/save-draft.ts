import type { ResponseOf } from '@parley/contract'
import { type analysisPrompts, PhoneError } from '@parley/contract/phone'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { parseFields } from './parse-fields.ts'
import { saveDraft } from './records/drafts.ts'
import { findLatestVersion } from './records/versions.ts'
import { serializeDraft } from './serialize-prompt.ts'

type SavePromptDraft = typeof analysisPrompts.savePromptDraft

export async function savePromptDraft(
  services: Pick<Services, 'database' | 'settings' | 'now'>,
  { user, body, transaction }: PhoneRequest<SavePromptDraft>,
): Promise<ResponseOf<SavePromptDraft>> {
  const { workspaceId } = user
  const outputFields = parseFields(body.outputFields)
  await requireDatabaseSpace(services)
  const draft = {
    text: body.text,
    outputFields,
    revision: body.revision + 1,
    editedAt: services.now(),
    editedByUserId: user.userId,
    editedByName: user.displayName,
  }
  return await transaction(async (changes) => {
    if (!(await saveDraft(changes, workspaceId, draft))) throw new PhoneError('ANALYSIS_PROMPT_CHANGED')
    const subject = { type: 'workspace', id: workspaceId }
    await changes.audit('analysis_prompt.edited', subject, { revision: draft.revision })
    return serializeDraft(draft, await findLatestVersion(changes, workspaceId))
  })
}
