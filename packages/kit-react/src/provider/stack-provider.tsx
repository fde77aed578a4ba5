import type { StackClientApp } from '@parley/kit'
import type { ReactNode } from 'react'
import type { Locale } from '../locales/index.ts'
import { AppContext } from './app-context.ts'
import { LanguageProvider } from './language.tsx'

interface StackProviderProps {
  app: StackClientApp
  /** Fixes the language of the pages. Without it a person chooses, beginning with what the browser prefers. */
  lang?: Locale
  /** Asked by the pages to change `lang`. Without it they offer no other language. */
  onLangChange?: (locale: Locale) => void
  children: ReactNode
}

/** Gives hooks and pages the client app of the project. */
export function StackProvider({ app, lang, onLangChange, children }: StackProviderProps) {
  return (
    <AppContext value={app}>
      <LanguageProvider lang={lang} onLangChange={onLangChange}>
        {children}
      </LanguageProvider>
    </AppContext>
  )
}
