import { createTranslator, type Translator } from '@parley/i18n'
import { createContext, type ReactNode, startTransition, use, useMemo, useState } from 'react'
import { enUS, type Messages } from '../locales/en-US.ts'
import { type Locale, loaders, locales } from '../locales/index.ts'
import { detectLocale, storeLocale } from './language-context.tsx'

type PageTranslator = Translator<typeof enUS>

/** Returns a text of the pages with its placeholders filled. */
export type Translate = PageTranslator['t']

interface SelectedLanguage {
  readonly locale: Locale
  /** Null if the application has fixed the language. */
  readonly select: ((locale: Locale) => void) | null
}

const LanguageContext = createContext<SelectedLanguage | null>(null)

/**
 * Returns the language of the pages, with its translator. Suspends until its catalogue is loaded.
 *
 * @throws {Error} outside a provider.
 */
export function useLanguage(): SelectedLanguage & PageTranslator {
  const selected = use(LanguageContext)
  if (!selected) throw new Error('useLanguage must be used within a StackProvider')
  return { ...selected, ...use(loadTranslator(selected.locale)) }
}

const translators = new Map<Locale, Promise<PageTranslator>>()

function loadTranslator(locale: Locale): Promise<PageTranslator> {
  const known = translators.get(locale)
  if (known !== undefined) return known

  const translator = loaders[locale]()
    .catch((): Messages => enUS)
    .then((messages) => createTranslator<typeof enUS>(locale, messages))
  translators.set(locale, translator)
  return translator
}

interface PageLanguageProps {
  /** Fixes the language. Defaults to the stored choice of the user, then to the browser's preference. */
  lang: Locale | undefined
  /** Called when the user changes a fixed language. If omitted, the language cannot be changed. */
  onLangChange: ((locale: Locale) => void) | undefined
  children: ReactNode
}

/** Provides the language of the pages. */
export function PageLanguage({ lang, onLangChange, children }: PageLanguageProps) {
  const [selected, setSelected] = useState(() => detectLocale(locales, 'en-US'))
  const language = useMemo(() => {
    const selectAndStore = (locale: Locale) => {
      storeLocale(locale)
      // The page stays in the former language until the catalogue is loaded.
      startTransition(() => setSelected(locale))
    }
    return { locale: lang ?? selected, select: lang ? (onLangChange ?? null) : selectAndStore }
  }, [lang, selected, onLangChange])

  return <LanguageContext value={language}>{children}</LanguageContext>
}
