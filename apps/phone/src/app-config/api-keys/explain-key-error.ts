import { ApiError } from '@parley/client'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

/** The errors of the account service for API keys, with their texts. */
const texts = new Map([
  ['EMAIL_NOT_VERIFIED', 'api-keys.verify-first'],
  ['API_KEY_LIMIT_REACHED', 'api-keys.limit'],
  ['API_KEY_NOT_FOUND', 'api-keys.not-allowed'],
] as const)

/** Returns the function that explains an error of the account service in one sentence. */
export function useExplainKeyError(): (error: unknown) => string {
  const { t } = useLanguage()
  const explain = useExplainError()
  return (error) => {
    const code = error instanceof ApiError ? error.code : null
    const text = new Map<string | null, 'api-keys.verify-first' | 'api-keys.limit' | 'api-keys.not-allowed'>(
      texts,
    ).get(code)
    return text ? t(text) : explain(error).sentence
  }
}
