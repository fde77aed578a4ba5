import type { ResponseOf } from '@parley/contract'
import { type analysisPrompts, PhoneError } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { toVisibleName } from '../visible-name.ts'
import { saveDraft } from './records/drafts.ts'
import { findLatestVersion } from './records/versions.ts'
import { serializeDraft } from './serialize-prompt.ts'

type SavePromptDraft = typeof analysisPrompts.savePromptDraft
type OutputField = analysisPrompts.OutputField

export async function savePromptDraft(
  services: Pick<Services, 'database' | 'settings' | 'now'>,
  { user, body, transaction }: PhoneRequest<SavePromptDraft>,
): Promise<ResponseOf<SavePromptDraft>> {
  const { workspaceId } = user
  const outputFields = body.outputFields.map(parseField)
  requireDistinct(outputFields.map(({ key }) => key))
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

/** @throws {PhoneError} `SCHEMA_ERROR` when its label shows nothing, or when a field has choices that it must not have */
function parseField(field: OutputField, index: number): OutputField {
  const path = `body.outputFields.${index}`
  const visible = field.choices.map(removeInvisibleCharacters).filter((choice) => choice !== '')
  const choices = [...new Set(visible)]
  if ((field.type === 'choice') !== choices.length > 0)
    throw new PhoneError('SCHEMA_ERROR', { message: `${path}.choices: required for choices only.` })
  return { ...field, label: toVisibleName(field.label, `${path}.label`), choices }
}

/** @throws {PhoneError} `SCHEMA_ERROR` */
function requireDistinct(keys: readonly string[]): void {
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index)
  if (repeated !== undefined)
    throw new PhoneError('SCHEMA_ERROR', { message: `body.outputFields: the key ${repeated} is used twice.` })
}
