import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { findModuleCycles } from './module-cycles.ts'

/**
 * Runs dependency-cruiser, reports import cycles between the modules of the services, and fails when it read
 * fewer files than there are: it skips a file that it cannot parse without a message.
 */
const folders = ['apps', 'packages', 'e2e', 'sdk-tests', 'examples', 'bench'].filter(
  (folder) => globSync(`${folder}/**/*.ts`, { exclude: isGenerated }).length > 0,
)
const existing = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { exclude: isGenerated }))

const { stdout, stderr } = spawnSync('depcruise', ['--output-type', 'json', ...folders], {
  encoding: 'utf8',
  maxBuffer: 512 * 1024 * 1024,
})
if (!stdout) throw new Error(`dependency-cruiser printed nothing:\n${stderr}`)

const { modules, summary } = JSON.parse(stdout) as {
  modules: { source: string; dependencies: { resolved: string }[] }[]
  summary: { violations: { rule: { name: string }; from: string; to: string }[] }
}
for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`)

const checked = new Set(modules.map(({ source }) => source))
const unchecked = existing.filter((path) => !checked.has(path))
for (const path of unchecked) console.error(`not checked: ${path}`)

const cycles = ['apps/account-service/src/', 'apps/phone-service/src/'].flatMap((service) => {
  const isProduct = (path: string) => path.startsWith(service) && !isTest(path)
  return findModuleCycles(
    modules
      .flatMap(({ source, dependencies }) =>
        dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
      )
      .filter(({ from, to }) => isProduct(from) && isProduct(to)),
  )
})
for (const cycle of cycles) console.error(cycle)

console.log(
  `${existing.length} files, ${summary.violations.length} forbidden imports, ${cycles.length} cycles of modules`,
)
if (summary.violations.length + unchecked.length + cycles.length > 0 || existing.length === 0)
  process.exitCode = 1

function isTest(path: string): boolean {
  return /\.test\.ts$|\/testing\/|\/testing\.ts$|\/contract-tests\//.test(path)
}

function isGenerated(path: string): boolean {
  return /node_modules|dist/.test(path)
}
