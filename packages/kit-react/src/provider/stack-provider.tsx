import type { StackClientApp } from '@parley/kit'
import type { ReactNode } from 'react'
import type { Locale } from '../locales/index.ts'
import { AppContext } from './app-context.ts'
import { LanguageProvider } from './language.tsx'

interface StackProviderProps {
  app: StackClientApp
  /** Fixes the language of the pages. Without it a person chooses, beginning with what the browser prefers. */
  lang?: Locale
  children: ReactNode
}

/** Gives hooks and pages the client app of the project. */
export function StackProvider({ app, lang, children }: StackProviderProps) {
  return (
    <AppContext value={app}>
      <LanguageProvider lang={lang}>{children}</LanguageProvider>
    </AppContext>
  )
}
