export { connectAsSuperuser } from '../open.ts'
export { ageRateLimits } from './age-rate-limits.ts'
export { queryStatistics } from './query-statistics.ts'
export { removeData } from './remove-data.ts'
export { removeWithProcess } from './remove-with-process.ts'
export { mountSmallDisk, type SmallDisk } from './small-disk.ts'
export { type PgBouncer, startPgBouncer } from './start-pgbouncer.ts'
export {
  startTestDatabase,
  startTestServer,
  type TestDatabase,
  type TestSchema,
  testServerVariable,
} from './test-server.ts'
