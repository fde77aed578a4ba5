import { isDeepStrictEqual } from 'node:util'
import type { analysisPrompts } from '@parley/contract/phone'
import { defaultPrompt } from './default-prompt.ts'
import { listUnknownVariables } from './prompt-variables.ts'
import type { StoredDraft } from './records/drafts.ts'
import type { StoredVersion } from './records/versions.ts'

type Content = Pick<StoredVersion, 'text' | 'outputFields'>

/** @param draft null before its first change */
export function serializeDraft(
  draft: StoredDraft | null,
  latest: StoredVersion | null,
): analysisPrompts.PromptDraft {
  const { text, outputFields } = draft ?? defaultPrompt
  return {
    text,
    outputFields: [...outputFields],
    revision: draft?.revision ?? 0,
    editedAt: draft?.editedAt.getTime() ?? null,
    editedByUserId: draft?.editedByUserId ?? null,
    editedByName: draft?.editedByName ?? null,
    unknownVariables: listUnknownVariables(text),
    isPublished: latest !== null && hasSameContent({ text, outputFields }, latest),
  }
}

export function serializeVersion({
  number,
  note,
  authorName,
  createdAt,
}: StoredVersion): analysisPrompts.PromptVersion {
  return { number, note, authorName, createdAt: createdAt.getTime() }
}

export function hasSameContent(first: Content, second: Content): boolean {
  return first.text === second.text && isDeepStrictEqual(first.outputFields, second.outputFields)
}
