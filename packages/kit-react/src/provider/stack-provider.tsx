import { type StackClientApp, setReactHooks } from '@parley/kit'
import { type ReactNode, useLayoutEffect } from 'react'
import { useSnapshot } from '../hooks/use-snapshot.ts'
import { useStore } from '../hooks/use-store.ts'
import { useSignedInUser } from '../hooks/use-user.ts'
import type { Locale } from '../locales/index.ts'
import { AppContext } from './app-context.ts'
import type { TextOverrides } from './create-texts.ts'
import { PageLanguage } from './language.tsx'
import { applyStoredTheme } from './theme-choice.ts'

setReactHooks({ useData: (data) => useSnapshot(useStore(data)), useUser: useSignedInUser })

const noOverrides: TextOverrides = {}

interface StackProviderProps {
  app: StackClientApp
  /** Fixes the language of the pages. Defaults to the user's choice, then to the browser's preference. */
  lang?: Locale
  /**
   * Called when the user selects another language than `lang`. If omitted, the pages offer no language
   * selection.
   */
  onLangChange?: (locale: Locale) => void
  /**
   * Texts that replace those of all languages, by the English text with its placeholders:
   * `Continue as {email}`.
   */
  translationOverrides?: TextOverrides
  children: ReactNode
}

/** Provides the client app to hooks and pages. */
export function StackProvider({
  app,
  lang,
  onLangChange,
  translationOverrides = noOverrides,
  children,
}: StackProviderProps) {
  useLayoutEffect(applyStoredTheme, [])
  return (
    <AppContext value={app}>
      <PageLanguage lang={lang} onLangChange={onLangChange} translationOverrides={translationOverrides}>
        {children}
      </PageLanguage>
    </AppContext>
  )
}
