/** The imports of an application for the pages, without the client app, whose size has its own limit. */
export { StackHandler, StackProvider } from './index.ts'
