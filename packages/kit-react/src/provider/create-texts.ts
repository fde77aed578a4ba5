import { type Catalogue, createTranslator, type Translation, type Translator } from '@parley/i18n'
import { createContext, use } from 'react'
import type { Locale } from '../locales/index.ts'

/** Texts by the English text that they replace. */
export type TextOverrides = Readonly<Record<string, string>>

export interface SelectedLanguage {
  readonly locale: Locale
  /** Null if the application has fixed the language. */
  readonly select: ((locale: Locale) => void) | null
  readonly overrides: TextOverrides
}

export const LanguageContext = createContext<SelectedLanguage | null>(null)

/** @throws {Error} outside a provider. */
export function useSelectedLanguage(): SelectedLanguage {
  const selected = use(LanguageContext)
  if (!selected) throw new Error('useLanguage must be used within a StackProvider')
  return selected
}

type Loaders<English extends Catalogue> = Readonly<Record<Locale, () => Promise<Translation<English>>>>

/**
 * Returns the hook for the texts of a catalogue, which suspends until they are loaded. English replaces
 * catalogues that cannot be fetched.
 */
export function createTexts<English extends Catalogue>(
  english: English,
  loaders: Loaders<English>,
): () => Translator<English> {
  const byOverrides = new WeakMap<TextOverrides, Map<Locale, Promise<Translator<English>>>>()

  return () => {
    const { locale, overrides } = useSelectedLanguage()
    const translators = byOverrides.get(overrides) ?? new Map<Locale, Promise<Translator<English>>>()
    byOverrides.set(overrides, translators)
    const translator = translators.get(locale) ?? loadTranslator(locale, overrides)
    translators.set(locale, translator)
    return use(translator)
  }

  async function loadTranslator(locale: Locale, overrides: TextOverrides): Promise<Translator<English>> {
    const messages = await loaders[locale]().catch((): Translation<English> => english)
    return createTranslator<English>(locale, applyOverrides(english, messages, overrides))
  }
}

function applyOverrides<English extends Catalogue>(
  english: English,
  messages: Translation<English>,
  overrides: TextOverrides,
): Translation<English> {
  const replaced = Object.entries(english).filter(([, text]) => Object.hasOwn(overrides, text))
  return { ...messages, ...Object.fromEntries(replaced.map(([key, text]) => [key, overrides[text]])) }
}

const knownOverrides = new Map<string, TextOverrides>()

/**
 * Returns the same object for the same texts, so that a provider that renders again does not load them again.
 */
export function internOverrides(overrides: TextOverrides): TextOverrides {
  const key = JSON.stringify(overrides)
  const known = knownOverrides.get(key) ?? overrides
  knownOverrides.set(key, known)
  return known
}
