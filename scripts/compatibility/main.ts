import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { clients, clientVariable } from '../../sdk-tests/fixture/clients.ts'
import { installAll } from '../build/install-all.ts'
import { testEnvironment } from '../tests/run-vitest.ts'
import { renderDocument } from './render.ts'
import { readResults, type TestResult } from './results.ts'

/**
 * `npm run compatibility`: runs the tests of `sdk-tests` with every public client and writes
 * docs/compatibility.md. Takes half an hour. `-- --reuse` keeps the reports of earlier runs and runs only
 * what is missing.
 */
const document = 'docs/compatibility.md'
const folder = 'artefacts/compatibility'
const reuses = process.argv.includes('--reuse')

installAll(['.', 'sdk-tests', 'sdk-tests/next'])
mkdirSync(folder, { recursive: true })
const results = clients.flatMap(({ name }) => runClient(name, 'sdks', { [clientVariable]: name }))
const nextResults = runClient('next', 'next-sdks', {})
writeFileSync(document, renderDocument(results, nextResults))

const failed = [...results, ...nextResults].filter(({ status }) => status === 'failed')
for (const { target, name } of failed) console.log(`failed: ${target}: ${name}`)
console.log(`${document} is written.`)
if (failed.length > 0) process.exitCode = 1

function runClient(
  name: string,
  project: string,
  environment: Readonly<Record<string, string>>,
): TestResult[] {
  const report = `${folder}/${name.replaceAll(' ', '-')}.json`
  if (!reuses || !existsSync(report))
    spawnSync(
      'vitest',
      ['run', `--project=${project}`, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      { stdio: 'inherit', env: { ...testEnvironment, ...environment } },
    )
  return readResults(report)
}
