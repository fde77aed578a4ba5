/** Sign-in for Next.js with the App Router, as server components see it. Client components get `browser.ts`. */

export * from '@parley/kit'
export * from '@parley/kit-react'
// The kit has a type of this name.
export { TeamInvitation } from '@parley/kit-react'
export { StackHandler, type StackHandlerProps } from './server/stack-handler.tsx'
export { StackProvider, type StackProviderProps } from './server/stack-provider.tsx'
export { StackServerApp } from './server/stack-server-app.ts'
