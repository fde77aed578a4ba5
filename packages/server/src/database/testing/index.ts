export { askStatistics } from './ask-statistics.ts'
export { removeData } from './remove-data.ts'
export { mountSmallDisk, type SmallDisk } from './small-disk.ts'
export { startTestDatabase, startTestServer, type TestDatabase, testServerVariable } from './test-server.ts'
