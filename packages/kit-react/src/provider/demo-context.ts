import { createContext, use } from 'react'

/** True for components that show mock data. Nothing that a user does there is sent. */
export const DemoContext = createContext(false)

export function useIsDemo(): boolean {
  return use(DemoContext)
}

/** The status of what is unavailable in demo mode. Services do not use it. */
export const unavailableInDemo = 599
