import { stackAppInternalsSymbol } from '@parley/kit'
import { type ReactNode, useMemo } from 'react'
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
  const outer = useStackApp()
  // Applications write mock data inline, so that it is a new object whenever they render.
  const key = JSON.stringify(mocks)
  const app = useMemo(() => {
    const data: Mocks = JSON.parse(key)
    const isSignedIn = needsUser || data.mockUser !== undefined
    return outer[stackAppInternalsSymbol].createApp({
      baseUrl: 'https://demo.invalid',
      projectId: outer.projectId,
      urls: outer.urls,
      supportUrl: outer.supportUrl ?? undefined,
      redirectMethod: 'none',
      tokenStore: isSignedIn ? { accessToken: createDemoToken(), refreshToken: 'demo' } : 'memory',
      fetch: createDemoService(data),
    })
  }, [key, needsUser, outer])

  return (
    <AppContext value={app}>
      <DemoContext value={true}>{children}</DemoContext>
    </AppContext>
  )
}
