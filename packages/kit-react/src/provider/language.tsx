import type { Translator } from '@parley/i18n'
import { type ReactNode, startTransition, useMemo, useState } from 'react'
import { enUS } from '../locales/en-US.ts'
import { type Locale, loaders, locales } from '../locales/index.ts'
import {
  createTexts,
  internOverrides,
  LanguageContext,
  type SelectedLanguage,
  type TextOverrides,
  useSelectedLanguage,
} from './create-texts.ts'
import { detectLocale, storeLocale } from './language-context.tsx'

type PageTranslator = Translator<typeof enUS>

/** Returns a text of the pages with its placeholders filled. */
export type Translate = PageTranslator['t']

const useTexts = createTexts(enUS, loaders)

/**
 * Returns the language of the pages, with its translator. Suspends until its catalogue is loaded.
 *
 * @throws {Error} outside a provider.
 */
export function useLanguage(): SelectedLanguage & PageTranslator {
  return { ...useSelectedLanguage(), ...useTexts() }
}

interface PageLanguageProps {
  /** Fixes the language. Defaults to the stored choice of the user, then to the browser's preference. */
  lang: Locale | undefined
  /** Called when the user changes a fixed language. If omitted, the language cannot be changed. */
  onLangChange: ((locale: Locale) => void) | undefined
  translationOverrides: TextOverrides
  children: ReactNode
}

/** Provides the language of the pages. */
export function PageLanguage({ lang, onLangChange, translationOverrides, children }: PageLanguageProps) {
  const [selected, setSelected] = useState(() => detectLocale(locales, 'en-US'))
  const overrides = internOverrides(translationOverrides)
  const language = useMemo(() => {
    const selectAndStore = (locale: Locale) => {
      storeLocale(locale)
      // The page stays in the former language until the catalogue is loaded.
      startTransition(() => setSelected(locale))
    }
    return { locale: lang ?? selected, select: lang ? (onLangChange ?? null) : selectAndStore, overrides }
  }, [lang, selected, onLangChange, overrides])

  return <LanguageContext value={language}>{children}</LanguageContext>
}
