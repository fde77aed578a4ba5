import { unwrap } from '@parley/client'
import { isPhoneApiError } from '../../../api/errors.ts'
import type { PhoneApi, PhoneOutput } from '../../../api/phone-api.ts'
import { isSameContent, type PromptContent, toContent, toSavedContent } from './prompt-content.ts'

export type Draft = PhoneOutput<'PUT /analysis-prompt/draft'>
export type Version = PhoneOutput<'POST /analysis-prompt/versions'>

/** Saves a content as the draft. */
export interface SaveRequest {
  readonly mine: PromptContent
  /** The revision of the draft that the user has seen. */
  readonly revision: number
  /** Whether it replaces what is being edited, as a restored version does. */
  readonly replaces: boolean
}

/** Another administrator has saved the draft meanwhile. */
interface ConflictResult {
  readonly kind: 'conflict'
  readonly theirs: Draft
}

export type SaveResult = ConflictResult | { readonly kind: 'saved'; readonly draft: Draft }
export type PublishResult = ConflictResult | { readonly kind: 'published'; readonly version: Version }

/** @param fetchDraft fetches the draft of the service */
export function createPromptRequests(api: PhoneApi, fetchDraft: () => Promise<Draft>) {
  const save = async ({ mine, revision }: SaveRequest): Promise<SaveResult> => {
    const response = await api('PUT /analysis-prompt/draft', { body: { ...toSavedContent(mine), revision } })
    if (response.status !== 'error' || !isPhoneApiError(response.error, 'ANALYSIS_PROMPT_CHANGED'))
      return { kind: 'saved', draft: unwrap(response) }
    const theirs = await fetchDraft()
    // A request that was repeated after a lost response has saved it.
    return isSameContent(toContent(theirs), mine)
      ? { kind: 'saved', draft: theirs }
      : { kind: 'conflict', theirs }
  }

  const publish = async (
    request: SaveRequest & { readonly isChanged: boolean; readonly note: string },
    onSaved: (draft: Draft) => void,
  ): Promise<PublishResult> => {
    let { revision } = request
    if (request.isChanged) {
      const result = await save(request)
      if (result.kind === 'conflict') return result
      onSaved(result.draft)
      revision = result.draft.revision
    }
    const response = await api('POST /analysis-prompt/versions', { body: { revision, note: request.note } })
    if (response.status !== 'error' || !isPhoneApiError(response.error, 'ANALYSIS_PROMPT_CHANGED'))
      return { kind: 'published', version: unwrap(response) }
    return { kind: 'conflict', theirs: await fetchDraft() }
  }

  return { save, publish }
}
