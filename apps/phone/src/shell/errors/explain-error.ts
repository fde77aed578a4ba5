import type { NextStep } from '@parley/contract/phone/error-table'
import { formatCountry } from '@parley/ui'
import { useMemo } from 'react'
import { isPhoneApiError, PhoneApiError, PhoneNetworkError } from '../../api/errors.ts'
import { type Language, useLanguage } from '../../i18n/language.tsx'

/** An error in the words of the interface. */
export interface ErrorExplanation {
  /** What happened and what to do, in one or two sentences. */
  readonly sentence: string
  readonly nextStep: NextStep
  /** Shown under "Details". */
  readonly details: string
}

export function useExplainError(): (error: unknown) => ErrorExplanation {
  const language = useLanguage()
  return useMemo(() => (error) => explainError(error, language), [language])
}

function explainError(error: unknown, language: Language): ErrorExplanation {
  if (error instanceof PhoneApiError) {
    return {
      sentence: apiErrorSentence(error, language),
      nextStep: error.nextStep,
      details: `${error.status} ${error.code}`,
    }
  }
  const key = error instanceof PhoneNetworkError ? 'failure.unreachable' : 'failure.unknown'
  const details = error instanceof Error ? error.message : String(error)
  return { sentence: language.t(key), nextStep: 'try-again', details }
}

function apiErrorSentence(error: PhoneApiError, { t, count, locale }: Language): string {
  if (isPhoneApiError(error, 'COUNTRY_NOT_ALLOWED') && error.details.country) {
    const country = formatCountry(error.details.country, locale)
    return t('error.country-named', { country })
  }
  if (isPhoneApiError(error, 'CALL_LIMIT_PER_MINUTE')) return count('error.per-minute', error.details.limit)
  if (isPhoneApiError(error, 'CALL_LIMIT_CONCURRENT')) return count('error.concurrent', error.details.limit)
  if (isPhoneApiError(error, 'CONTACT_NUMBER_TAKEN')) {
    return t('error.number-taken-by', { name: error.details.name })
  }
  return t(`error.${error.code}`)
}
