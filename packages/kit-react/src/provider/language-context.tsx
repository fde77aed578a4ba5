import {
  type Catalogue,
  createTranslator,
  matchLocale,
  type Translation,
  type Translator,
} from '@parley/i18n'
import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'

/** A language and its catalogue. */
export interface Messages<English extends Catalogue, Locale extends string> {
  readonly locale: Locale
  readonly messages: Translation<English>
}

/** The language of an application, with its translator. */
export interface Language<English extends Catalogue, Locale extends string> extends Translator<English> {
  readonly locale: Locale
  /** Shows another language and stores the choice. Null when the application has fixed the language. */
  readonly select: ((locale: Locale) => void) | null
}

interface LanguageOptions<English extends Catalogue, Locale extends string> {
  /**
   * Loads the catalogue of a language that the user selected. When it rejects, the language does not change.
   */
  readonly load: (locale: Locale) => Promise<Translation<English>>
}

interface LanguageProviderProps<English extends Catalogue, Locale extends string> {
  /** The language until the user selects another one. */
  readonly initial: Messages<English, Locale>
  /** Overrides the language of the user. */
  readonly fixed?: Messages<English, Locale> | undefined
  /** Called when the user selects another language than `fixed`. */
  readonly onSelect?: ((locale: Locale) => void) | undefined
  readonly children: ReactNode
}

/** Creates the language provider of one catalogue, and the hook that reads it. */
export function createLanguageContext<English extends Catalogue, Locale extends string>({
  load,
}: LanguageOptions<English, Locale>) {
  const LanguageContext = createContext<Language<English, Locale> | null>(null)

  function LanguageProvider({
    initial,
    fixed,
    onSelect,
    children,
  }: LanguageProviderProps<English, Locale>): ReactNode {
    const [selected, setSelected] = useState(initial)
    const latest = useRef(initial.locale)
    const selectAndStore = useCallback((locale: Locale) => {
      latest.current = locale
      storeLocale(locale)
      load(locale).then(
        // Catalogues may arrive in another order than they were selected in.
        (messages) => latest.current === locale && startTransition(() => setSelected({ locale, messages })),
        () => {},
      )
    }, [])

    const { locale, messages } = fixed ?? selected
    const select = fixed ? (onSelect ?? null) : selectAndStore
    const language = useMemo(
      () => ({ locale, select, ...createTranslator<English>(locale, messages) }),
      [locale, messages, select],
    )
    return <LanguageContext value={language}>{children}</LanguageContext>
  }

  /** @throws {Error} outside a provider. */
  function useLanguage(): Language<English, Locale> {
    const language = use(LanguageContext)
    if (!language) throw new Error('useLanguage must be used within a LanguageProvider')
    return language
  }

  return { LanguageProvider, useLanguage }
}

/** Shared by the applications and pages of an origin, so that a language selected in one applies in all. */
const storageKey = 'parley-language'

/**
 * Returns the language that the user selected, otherwise the one that fits the browser's preferences best.
 */
export function detectLocale<Locale extends string>(
  locales: readonly Locale[],
  fallback: NoInfer<Locale>,
): Locale {
  const stored = loadStoredLocale()
  // Some servers that render React have no `navigator`.
  const preferred = globalThis.navigator?.languages ?? []
  return locales.find((locale) => locale === stored) ?? matchLocale(preferred, locales, fallback)
}

/** Storage may be blocked. The choice then lasts until the page is closed. */
function loadStoredLocale(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Stores the language that the user selected. */
export function storeLocale(locale: string): void {
  try {
    localStorage.setItem(storageKey, locale)
  } catch {
    return
  }
}
