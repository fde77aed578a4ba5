import type { Translator } from '@parley/i18n'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { catalogues, type Locale, locales } from '../locales/index.ts'
import { createLanguageContext, detectLocale } from './language-context.tsx'

const language = createLanguageContext<(typeof catalogues)['en-US'], Locale>({
  load: async (locale) => catalogues[locale],
})

/** Returns the language of the pages, with its translator. */
export const useLanguage = language.useLanguage

/** Returns a text of the pages with its placeholders filled. */
export type Translate = Translator<(typeof catalogues)['en-US']>['t']

interface PageLanguageProps {
  /** Fixes the language. Defaults to the stored choice of the user, then to the browser's preference. */
  lang: Locale | undefined
  /** Called when the user changes a fixed language. If omitted, the language cannot be changed. */
  onLangChange: ((locale: Locale) => void) | undefined
  children: ReactNode
}

/** Provides the language of the pages. */
export function PageLanguage({ lang, onLangChange, children }: PageLanguageProps) {
  const [initial] = useState(() => withMessages(detectLocale(locales, 'en-US')))
  return (
    <language.LanguageProvider initial={initial} fixed={lang && withMessages(lang)} onSelect={onLangChange}>
      {children}
    </language.LanguageProvider>
  )
}

function withMessages(locale: Locale) {
  return { locale, messages: catalogues[locale] }
}
