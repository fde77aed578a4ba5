import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { catalogues, chooseLocale, type Locale, locales, type Messages } from '../locales/index.ts'

interface Language {
  readonly locale: Locale
  readonly messages: Messages
  /** Null if the application has fixed the language. */
  readonly choose: ((locale: Locale) => void) | null
}

const LanguageContext = createContext<Language>({
  locale: 'en-US',
  messages: catalogues['en-US'],
  choose: null,
})

/** Returns the language of the pages and its messages. */
export function useLanguage(): Language {
  return use(LanguageContext)
}

export function useMessages(): Messages {
  return useLanguage().messages
}

const storageKey = 'parley-language'

interface LanguageProviderProps {
  /** Fixes the language. Defaults to the stored choice of the user, then to the browser's preference. */
  lang: Locale | undefined
  /** Called when the user changes a fixed language. If omitted, the language cannot be changed. */
  onLangChange: ((locale: Locale) => void) | undefined
  children: ReactNode
}

export function LanguageProvider({ lang, onLangChange, children }: LanguageProviderProps) {
  const [chosen, setChosen] = useState(detectLocale)
  const locale = lang ?? chosen

  const language = useMemo<Language>(() => {
    const choose = (next: Locale) => {
      storeLocale(next)
      setChosen(next)
    }
    return { locale, messages: catalogues[locale], choose: lang ? (onLangChange ?? null) : choose }
  }, [locale, lang, onLangChange])

  return <LanguageContext value={language}>{children}</LanguageContext>
}

function detectLocale(): Locale {
  const remembered = loadStoredLocale()
  return locales.find((locale) => locale === remembered) ?? chooseLocale(navigator.languages)
}

/** Returns the stored language. Storage may be blocked; the choice then lasts until the page is closed. */
function loadStoredLocale(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function storeLocale(locale: Locale): void {
  try {
    localStorage.setItem(storageKey, locale)
  } catch {
    return
  }
}
