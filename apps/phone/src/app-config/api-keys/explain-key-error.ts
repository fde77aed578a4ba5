import { ApiError } from '@parley/client'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

/** The errors of the account service for API keys, with their texts. */
const texts = {
  EMAIL_NOT_VERIFIED: 'api-keys.verify-first',
  API_KEY_LIMIT_REACHED: 'api-keys.limit',
  API_KEY_NOT_FOUND: 'api-keys.not-allowed',
} as const

/** Returns the function that explains an error of the account service in one sentence. */
export function useExplainKeyError(): (error: unknown) => string {
  const { t } = useLanguage()
  const explain = useExplainError()
  return (error) => {
    const code = error instanceof ApiError ? error.code : ''
    return isKeyError(code) ? t(texts[code]) : explain(error).sentence
  }
}

function isKeyError(code: string): code is keyof typeof texts {
  return Object.hasOwn(texts, code)
}
