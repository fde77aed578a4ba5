import { StackProvider } from '@parley/kit-react'
import { Theme } from '@parley/ui'
import { Outlet, useRouteContext } from '@tanstack/react-router'
import { hostedTexts } from '../i18n/hosted-pages/index.ts'
import { useDocumentLanguage, useLanguage } from '../i18n/language.tsx'

/** Wraps all routes in the authentication provider and the theme. */
export function RootLayout() {
  const { app } = useRouteContext({ from: '__root__' })
  const { locale, select } = useLanguage()
  useDocumentLanguage()

  return (
    <StackProvider
      app={app}
      lang={locale}
      onLangChange={select ?? undefined}
      translationOverrides={hostedTexts[locale]}
    >
      <Theme>
        <Outlet />
      </Theme>
    </StackProvider>
  )
}
