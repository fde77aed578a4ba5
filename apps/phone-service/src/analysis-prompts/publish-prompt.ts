import type { ResponseOf } from '@parley/contract'
import { analysisPrompts, PhoneError } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'
import { requireDatabaseSpace } from '../disk-space.ts'
import { haveReferencesPassed } from '../prompt-tests/records/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { defaultPrompt } from './default-prompt.ts'
import { findDraft } from './records/drafts.ts'
import { findLatestVersion, insertVersion, lockVersions } from './records/versions.ts'
import { requirePublishable } from './require-publishable.ts'
import { hasSameContent, serializeVersion } from './serialize-prompt.ts'

type PublishPrompt = typeof analysisPrompts.publishPrompt

export async function publishPrompt(
  services: Pick<Services, 'settings' | 'now'>,
  { user, body, transaction }: PhoneRequest<PublishPrompt>,
): Promise<ResponseOf<PublishPrompt>> {
  const { workspaceId } = user
  await requireDatabaseSpace(services)
  return await transaction(async (changes) => {
    await lockVersions(changes, workspaceId)
    const draft = await findDraft(changes, workspaceId)
    if ((draft?.revision ?? 0) !== body.revision) throw new PhoneError('ANALYSIS_PROMPT_CHANGED')
    const { text, outputFields } = draft ?? defaultPrompt
    const latest = await findLatestVersion(changes, workspaceId)
    requirePublishable(text)
    if (latest && hasSameContent({ text, outputFields }, latest))
      throw new PhoneError('ANALYSIS_PROMPT_UNCHANGED')
    const number = (latest?.number ?? 0) + 1
    if (number > analysisPrompts.maxVersions) throw new PhoneError('ANALYSIS_PROMPT_VERSION_LIMIT')
    if (!(await haveReferencesPassed(changes, workspaceId, { text, outputFields })))
      throw new PhoneError('REFERENCE_CALLS_NOT_PASSED')
    const version = {
      number,
      text,
      outputFields,
      note: removeInvisibleCharacters(body.note),
      authorUserId: user.userId,
      authorName: user.displayName,
      createdAt: services.now(),
    }
    await insertVersion(changes, workspaceId, version)
    const subject = { type: 'workspace', id: workspaceId }
    await changes.audit('analysis_prompt.published', subject, { version: number, note: version.note })
    return serializeVersion(version)
  })
}
