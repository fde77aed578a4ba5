export { askStatistics } from './ask-statistics.ts'
export { removeData } from './remove-data.ts'
export { startTestDatabase, startTestServer, type TestDatabase, testServerVariable } from './test-server.ts'
