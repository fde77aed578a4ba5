import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Messages } from '../../i18n/index.ts'
import { useLanguage } from '../../i18n/language.tsx'

/** The name of a page, as a text without placeholders. */
export type PageTitle = Extract<
  keyof Messages,
  | `${'calls' | 'dial' | 'contacts' | 'import' | 'duplicates' | 'members' | 'routing'}.title`
  | `${'announcements' | 'block' | 'fields' | 'verify' | 'costs' | 'provider' | 'mail'}.title`
  | `${'retention' | 'audit' | 'usage' | 'settings' | 'webhooks' | 'api-keys'}.title`
  | 'config.overview'
  | 'ledger.page'
  | 'view.not-found'
>

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly title?: PageTitle
  }
}

/** Shows the name of the page in the title of the document, or what is more urgent. */
export function usePageTitle(urgent: string | null): void {
  const { t } = useLanguage()
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const shown = urgent ?? (title ? t(title) : null)
  useEffect(() => {
    document.title = shown ? `${shown} · Parley` : 'Parley'
  }, [shown])
  useEffect(
    () => () => {
      document.title = 'Parley'
    },
    [],
  )
}
