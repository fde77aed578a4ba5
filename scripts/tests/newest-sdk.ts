import { newestClients } from '../sdk-tests/world/clients.ts'
import { runVitest } from './run-vitest.ts'

/**
 * `npm run test:newest-sdk`: the tests of the public clients with the newest one. It tells why what does not work yet does
 * not, each reason once, and fails only where nothing works: what has to work is the pinned ones, which `npm test` runs.
 */
const { passed, failed, failures } = runVitest(
  'newest-sdk',
  ['--config', 'sdk-tests/newest.vitest.config.ts', '--silent'],
  { reporters: [] },
)
for (const [why, tests] of Map.groupBy(failures, (failure) => failure.why))
  console.log(`${tests.length} tests: ${why.slice(0, 200)}`)
const names = newestClients.map(({ name }) => name).join(', ')
console.log(`The newest clients (${names}): ${passed} of ${passed + failed} tests pass.`)
if (passed === 0) process.exitCode = 1
