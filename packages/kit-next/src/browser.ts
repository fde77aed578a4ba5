/** Sign-in for Next.js with the App Router, as client components see it, in browsers and while a server renders them. */

export * from '@parley/kit'
export * from '@parley/kit-react'
// The kit has a type of this name.
export { TeamInvitation } from '@parley/kit-react'
export { BrowserHandler as StackHandler } from './browser/browser-handler.tsx'
