export { createInboxReader, type InboxReader } from './inbox-reader.ts'
export { freePorts, startTestApp, type TestApp, type TestAppOptions } from './test-app.ts'
