export { serveWebApp, type WebAppOptions } from './serve-web-app.ts'
