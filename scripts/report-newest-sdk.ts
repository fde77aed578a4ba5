import { newestClients } from '../sdk-tests/world/clients.ts'
import { runVitest } from './run-vitest.ts'

/**
 * `npm run test:newest-sdk`: the tests of the public clients with the newest one. It tells what does not work yet, and fails
 * only where nothing works: what has to work is the pinned ones, which `npm test` runs.
 */
const { passed, failed } = runVitest('newest-sdk', ['--config', 'sdk-tests/newest.vitest.config.ts'])
const names = newestClients.map(({ name }) => name).join(', ')
console.log(`The newest clients (${names}): ${passed} of ${passed + failed} tests pass.`)
if (passed === 0) process.exitCode = 1
