import { globSync } from 'node:fs'
import { installAll } from '../build/install-all.ts'
import { startPostgres15 } from './postgres-15.ts'
import { printSummary } from './print-summary.ts'
import { combineOutcomes } from './repeat-failed-files.ts'
import { type Group, repeatFailedFiles, runGroup } from './run-groups.ts'

/**
 * `npm run test:postgres`: runs tests on PostgreSQL 15, the oldest version that works, instead of the
 * embedded 18. Without `--all` these are the tests that can differ: the database layer, the migrations, and
 * those that send every statement once.
 */
const all = ['apps/account-service', 'apps/phone-service', 'packages/server'] as const
const versionDependent = [
  'packages/server',
  'migrations.test',
  'role-matrix.test',
  'field-rights.test',
  'search-cost.test',
  'outage.test',
  'connection-pooler.test',
] as const

const selected = process.argv.slice(2).filter((argument) => argument !== '--all')
const paths = process.argv.includes('--all') ? all : selected.length > 0 ? selected : versionDependent
const postgres: Group = { name: 'postgres', vitestArguments: [] }
const files = globSync('{apps,packages}/*/src/**/*.test.ts')
  // These start the embedded server themselves.
  .filter((file) => !file.startsWith('packages/server/src/database/embedded/'))
  .filter((file) => paths.some((path) => file.includes(path)))

installAll(['.'])
await using server = await startPostgres15()
const options = { databaseUrl: server.url }
// Without files Vitest would run all tests.
const first =
  files.length === 0 ? [] : [{ group: postgres, outcome: await runGroup(postgres, files, options) }]
const outcome = combineOutcomes(first, await repeatFailedFiles(first, options))
const missing = paths
  .filter((path) => !outcome.files.some(({ file }) => file.includes(path)))
  .map((path) => ({ test: path, message: 'No test file has this in its path.' }))
printSummary({ ...outcome, failures: [...outcome.failures, ...missing] })
