import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { Messages } from './en-US.ts'
import { type Locale, loadMessages, storeLocale } from './index.ts'
import { createTranslator, type Translator } from './translator.ts'

export interface Language extends Translator {
  readonly locale: Locale
  setLocale(locale: Locale): void
}

const LanguageContext = createContext<Language | null>(null)

/** The language of the page, with its translator. */
export function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (!language) throw new Error('useLanguage must be used within a LanguageProvider')
  return language
}

interface LanguageProviderProps {
  /** The initial language. */
  initial: { readonly locale: Locale; readonly messages: Messages }
  children: ReactNode
}

export function LanguageProvider({ initial, children }: LanguageProviderProps) {
  const [current, setCurrent] = useState(initial)

  useEffect(() => {
    document.documentElement.lang = current.locale
  }, [current.locale])

  const language = useMemo<Language>(
    () => ({
      locale: current.locale,
      ...createTranslator(current.locale, current.messages),
      setLocale(locale) {
        storeLocale(locale)
        void loadMessages(locale).then((messages) => setCurrent({ locale, messages }))
      },
    }),
    [current],
  )
  return <LanguageContext value={language}>{children}</LanguageContext>
}
