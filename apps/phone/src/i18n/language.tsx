import { createLanguageContext, type Language as LanguageOf } from '@parley/kit-react'
import { useEffect } from 'react'
import type { enUS } from './en-US/index.ts'
import { type Locale, loaders } from './index.ts'

/** The language of the page, with its translator. */
export type Language = LanguageOf<typeof enUS, Locale>

export const { LanguageProvider, useLanguage } = createLanguageContext<typeof enUS, Locale>({
  load: (locale) => loaders[locale](),
})

/** Declares the language of the document, for screen readers and hyphenation. */
export function useDocumentLanguage(): void {
  const { locale } = useLanguage()
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
}
