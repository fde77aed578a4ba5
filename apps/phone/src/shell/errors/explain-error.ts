import { NetworkError, TooManyRequestsError } from '@parley/client'
import type { NextStep } from '@parley/contract/phone/error-table'
import { formatCountry } from '@parley/ui'
import { useMemo } from 'react'
import { getNextStep, isPhoneApiError, type PhoneApiError } from '../../api/errors.ts'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { type Language, useLanguage } from '../../i18n/language.tsx'

/** An error in the words of the interface. */
export interface ErrorExplanation {
  /** The error and the next step, in one or two sentences. */
  readonly sentence: string
  readonly nextStep: NextStep
  /** Shown under "Details". */
  readonly details: string
}

export function useExplainError(): (error: unknown) => ErrorExplanation {
  const language = useLanguage()
  return useMemo(() => (error) => explainError(error, language), [language])
}

type NumberCheck = PhoneOutput<'POST /numbers/check'>

/** Returns why a checked number cannot be called, in the words of the interface. */
export function explainRefusal(
  { code }: NonNullable<NumberCheck['refusal']>,
  { country }: Pick<NumberCheck, 'country'>,
  language: Language,
): string {
  return code === 'COUNTRY_NOT_ALLOWED' && country
    ? countrySentence(country, language)
    : language.t(`error.${code}`)
}

function explainError(error: unknown, language: Language): ErrorExplanation {
  const { t } = language
  if (isPhoneApiError(error)) {
    return {
      sentence: apiErrorSentence(error, language),
      nextStep: getNextStep(error),
      details: `${error.status} ${error.code}`,
    }
  }
  if (error instanceof TooManyRequestsError) {
    const { retryAfterMs } = error
    const sentence =
      retryAfterMs === null
        ? t('error.TOO_MANY_REQUESTS')
        : language.plural('error.too-many-requests', Math.ceil(retryAfterMs / 1_000))
    return { sentence, nextStep: 'wait', details: '429 TOO_MANY_REQUESTS' }
  }
  const key = error instanceof NetworkError ? 'failure.unreachable' : 'failure.unknown'
  const details = error instanceof Error ? error.message : String(error)
  return { sentence: t(key), nextStep: 'try-again', details }
}

function apiErrorSentence(error: PhoneApiError, language: Language): string {
  const { t, plural } = language
  if (isPhoneApiError(error, 'COUNTRY_NOT_ALLOWED') && error.details.country) {
    return countrySentence(error.details.country, language)
  }
  if (isPhoneApiError(error, 'CALL_LIMIT_PER_MINUTE')) return plural('error.per-minute', error.details.limit)
  if (isPhoneApiError(error, 'CALL_LIMIT_CONCURRENT')) return plural('error.concurrent', error.details.limit)
  if (isPhoneApiError(error, 'CONTACT_NUMBER_TAKEN') && error.details.name !== null) {
    return t('error.number-taken-by', { name: error.details.name })
  }
  if (isPhoneApiError(error, 'CONTACT_FILE_UNREADABLE'))
    return t('error.file-unreadable-from', { line: error.details.line })
  return t(`error.${error.code}`)
}

function countrySentence(country: string, { t, locale }: Language): string {
  return t('error.country-named', { country: formatCountry(country, locale) })
}
