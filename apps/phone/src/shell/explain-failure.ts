import type { NextStep } from '@parley/contract/phone/error-table'
import { formatCountry } from '@parley/ui'
import { useMemo } from 'react'
import { isRefusal, PhoneRefusal, PhoneUnreachable } from '../api/refusal.ts'
import { type Language, useLanguage } from '../locales/language.tsx'

/** An error in the words of the interface. */
export interface Explanation {
  /** What happened and what to do, in one or two sentences. */
  readonly sentence: string
  readonly nextStep: NextStep
  /** Shown under "Details". */
  readonly details: string
}

export function useExplainFailure(): (error: unknown) => Explanation {
  const language = useLanguage()
  return useMemo(() => (error) => explainFailure(error, language), [language])
}

function explainFailure(error: unknown, language: Language): Explanation {
  if (error instanceof PhoneRefusal) {
    return {
      sentence: refusalSentence(error, language),
      nextStep: error.nextStep,
      details: `${error.status} ${error.code}`,
    }
  }
  const key = error instanceof PhoneUnreachable ? 'failure.unreachable' : 'failure.unknown'
  const details = error instanceof Error ? error.message : String(error)
  return { sentence: language.t(key), nextStep: 'try-again', details }
}

function refusalSentence(error: PhoneRefusal, { t, count, locale }: Language): string {
  if (isRefusal(error, 'COUNTRY_NOT_ALLOWED') && error.details.country) {
    const country = formatCountry(error.details.country, locale)
    return t('refusal.country-named', { country })
  }
  if (isRefusal(error, 'CALL_LIMIT_PER_MINUTE')) return count('refusal.per-minute', error.details.limit)
  if (isRefusal(error, 'CALL_LIMIT_CONCURRENT')) return count('refusal.concurrent', error.details.limit)
  if (isRefusal(error, 'CONTACT_NUMBER_TAKEN')) {
    return t('refusal.number-taken-by', { name: error.details.name })
  }
  return t(`refusal.${error.code}`)
}
