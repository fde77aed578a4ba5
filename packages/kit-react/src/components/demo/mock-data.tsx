import { lazy, type ReactNode, Suspense } from 'react'
import type { Mocks } from './mocks.ts'

const DemoProvider = lazy(async () => ({ default: (await import('./demo-provider.tsx')).DemoProvider }))

interface MockDataProps extends Mocks {
  /** A user is signed in even if the mock data contains none. */
  needsUser?: boolean
  children: ReactNode
}

/** Provides mock data to components, if there is any. The code of the demo mode is loaded then. */
export function MockData({ needsUser = false, children, ...props }: MockDataProps) {
  const { mockUser, mockTeams, mockProject, mockApiKeys, mockSessions } = props
  const mocks: Mocks = { mockUser, mockTeams, mockProject, mockApiKeys, mockSessions }
  if (Object.values(mocks).every((mock) => mock === undefined)) return children
  return (
    <Suspense fallback={null}>
      <DemoProvider mocks={mocks} needsUser={needsUser}>
        {children}
      </DemoProvider>
    </Suspense>
  )
}
