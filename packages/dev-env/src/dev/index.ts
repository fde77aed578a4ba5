export { samplePassword, sampleUsers } from './seed/sample-data.ts'
export { startDev } from './start-dev.ts'
