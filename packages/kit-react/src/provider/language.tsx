import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { catalogues, chooseLocale, type Locale, locales, type Messages } from '../locales/index.ts'

interface Language {
  readonly locale: Locale
  readonly messages: Messages
  /** Null where the application has decided. */
  readonly choose: ((locale: Locale) => void) | null
}

const LanguageContext = createContext<Language>({
  locale: 'en-US',
  messages: catalogues['en-US'],
  choose: null,
})

/** The language of the pages and its texts. */
export function useLanguage(): Language {
  return use(LanguageContext)
}

export function useMessages(): Messages {
  return useLanguage().messages
}

const storageKey = 'parley-language'

interface LanguageProviderProps {
  /** Fixes the language. Without it the person's choice counts, else what the browser prefers. */
  lang: Locale | undefined
  /** Asked to change the language that is fixed. Without it no other one is offered. */
  onLangChange: ((locale: Locale) => void) | undefined
  children: ReactNode
}

export function LanguageProvider({ lang, onLangChange, children }: LanguageProviderProps) {
  const [chosen, setChosen] = useState(presentLocale)
  const locale = lang ?? chosen

  const language = useMemo<Language>(() => {
    const choose = (next: Locale) => {
      remember(next)
      setChosen(next)
    }
    return { locale, messages: catalogues[locale], choose: lang ? (onLangChange ?? null) : choose }
  }, [locale, lang, onLangChange])

  return <LanguageContext value={language}>{children}</LanguageContext>
}

function presentLocale(): Locale {
  const remembered = recall()
  return locales.find((locale) => locale === remembered) ?? chooseLocale(navigator.languages)
}

/** Storage is refused where cookies are; then the choice lasts for this page. */
function recall(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function remember(locale: Locale): void {
  try {
    localStorage.setItem(storageKey, locale)
  } catch {
    return
  }
}
