export { type BrowserSessionOptions, serveBrowserSession } from './serve-browser-session.ts'
