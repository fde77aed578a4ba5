import './app.css'
import { unwrap } from '@parley/client'
import { StackClientApp } from '@parley/kit'
import { required } from '@parley/primitives'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createPhoneApi } from './api/phone-api.ts'
import { createQueryClient } from './api/queries.ts'
import { loadLanguage } from './i18n/index.ts'
import { LanguageProvider } from './i18n/language.tsx'
import { startServiceWorker } from './notifications/service-worker.ts'
import { createPhoneRouter } from './routes/router.tsx'
import { applyStoredTheme } from './settings/theme.ts'
import { StartupError } from './shell/errors/startup-error.tsx'

const root = createRoot(required(document.querySelector('#root'), 'element for the application'))

async function start(): Promise<void> {
  const initial = await loadLanguage()
  try {
    const config = unwrap(await createPhoneApi({ accessToken: async () => null })('GET /client-config', {}))
    const app = new StackClientApp({
      baseUrl: config.accountsUrl,
      projectId: config.projectId,
      publishableClientKey: config.publishableClientKey,
      tokenStore: 'http-only',
      redirectMethod: { navigate: (to) => navigate(to), currentUrl: () => new URL(location.href) },
    })
    const accessToken = () => app.getAccessToken()
    const queryClient = createQueryClient()
    const router = createPhoneRouter({ app, api: createPhoneApi({ accessToken }), accessToken })
    const navigate = (to: string) => {
      const target = new URL(to, location.href)
      if (target.origin !== location.origin) location.assign(target)
      else router.history.push(target.pathname + target.search + target.hash)
    }

    root.render(
      <StrictMode>
        <LanguageProvider initial={initial}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </LanguageProvider>
      </StrictMode>,
    )
  } catch (error) {
    root.render(
      <LanguageProvider initial={initial}>
        <StartupError error={error} onTryAgain={() => void start()} />
      </LanguageProvider>,
    )
  }
}

startServiceWorker()
applyStoredTheme()
void start()
