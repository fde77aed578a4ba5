import { analysisPrompts } from '@parley/contract/phone'
import type { Language } from '../../../i18n/language.tsx'
import { isSameContent, type PromptContent } from './prompt-content.ts'

interface PublishState {
  readonly content: PromptContent
  /** The latest version; null before the first one. */
  readonly version: { readonly number: number } | null
  /** The content of the latest version, when it has been loaded. */
  readonly published: PromptContent | null
}

/** Returns why a content cannot be published, or null. */
export function findPublishReason(
  { content, version, published }: PublishState,
  { t }: Pick<Language, 't'>,
): string | null {
  const { text } = content
  if (text.trim() === '') return t('error.ANALYSIS_PROMPT_EMPTY')
  const unknown = analysisPrompts.findVariables(text).filter(({ isKnown }) => !isKnown)
  if (unknown.length > 0) return t('error.ANALYSIS_PROMPT_VARIABLE_UNKNOWN')
  if (published && isSameContent(content, published)) return t('error.ANALYSIS_PROMPT_UNCHANGED')
  if (version && version.number >= analysisPrompts.maxVersions)
    return t('error.ANALYSIS_PROMPT_VERSION_LIMIT')
  return null
}
