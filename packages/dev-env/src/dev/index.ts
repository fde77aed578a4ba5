export { samplePassword, sampleUsers } from './seed/sample-data.ts'
export { createTalkFiles } from './seed/talk.ts'
export { startDev } from './start-dev.ts'
