export { freePorts, type TestApp, type TestAppOptions, startTestApp } from './test-app.ts'
export { type InboxReader, createInboxReader } from './inbox-reader.ts'
