import { type StackClientApp, stackAppInternalsSymbol } from '@parley/kit'
import { type ReactNode, Suspense } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { AppContext } from '../../provider/app-context.ts'
import { DemoContext } from '../../provider/demo-context.ts'
import { createDemoService } from './demo-service.ts'
import { createDemoToken } from './demo-token.ts'
import type { Mocks } from './mocks.ts'

interface DemoProviderProps {
  mocks: Mocks
  needsUser: boolean
  children: ReactNode
}

/** Provides an app whose service is the mock data. It sends nothing and does not navigate. */
export function DemoProvider({ mocks, needsUser, children }: DemoProviderProps) {
  const app = findOrCreateDemoApp(useStackApp(), mocks, needsUser || mocks.mockUser !== undefined)
  return (
    <AppContext value={app}>
      <DemoContext value={true}>
        <Suspense fallback={null}>{children}</Suspense>
      </DemoContext>
    </AppContext>
  )
}

/** The apps by their mock data, which applications write inline, so that it is a new object whenever they render. */
const demoApps = new WeakMap<StackClientApp, Map<string, StackClientApp>>()

function findOrCreateDemoApp(outer: StackClientApp, mocks: Mocks, isSignedIn: boolean): StackClientApp {
  const apps = demoApps.get(outer) ?? new Map<string, StackClientApp>()
  demoApps.set(outer, apps)
  const key = JSON.stringify([mocks, isSignedIn])
  const app =
    apps.get(key) ??
    outer[stackAppInternalsSymbol].createApp({
      baseUrl: 'https://demo.invalid',
      projectId: outer.projectId,
      urls: outer.urls,
      supportUrl: outer.supportUrl ?? undefined,
      redirectMethod: 'none',
      tokenStore: isSignedIn ? { accessToken: createDemoToken(), refreshToken: 'demo' } : 'memory',
      fetch: createDemoService(mocks),
    })
  apps.set(key, app)
  return app
}
