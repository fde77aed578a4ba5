import { unwrap } from '@parley/client'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { explainRefusal, useExplainError } from '../../shell/errors/explain-error.ts'

type ParsedNumber = { readonly number: string } | { readonly problem: string }

/** Returns a function that turns what a user has typed into a number that may be called, or says why it may not. */
export function useParseNumber(): (typed: string) => Promise<ParsedNumber> {
  const { api } = usePhone()
  const language = useLanguage()
  const explain = useExplainError()
  return async (typed) => {
    try {
      const checked = unwrap(await api('POST /numbers/check', { body: { typed } }))
      if (checked.refusal) return { problem: explainRefusal(checked.refusal, checked, language) }
      return checked.number === null
        ? { problem: language.t('error.NUMBER_NOT_UNDERSTOOD') }
        : { number: checked.number }
    } catch (error) {
      return { problem: explain(error).sentence }
    }
  }
}
