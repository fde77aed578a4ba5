import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

/**
 * Runs dependency-cruiser, and fails when it read fewer modules than there are: it skips a file that it cannot parse without
 * a message.
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
  modules: { source: string }[]
  summary: { violations: { rule: { name: string }; from: string; to: string }[] }
}
for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`)

const checked = new Set(modules.map(({ source }) => source))
const unchecked = existing.filter((path) => !checked.has(path))
for (const path of unchecked) console.error(`not checked: ${path}`)

console.log(`${existing.length} modules, ${summary.violations.length} forbidden imports`)
if (summary.violations.length > 0 || unchecked.length > 0 || existing.length === 0) process.exitCode = 1

function isGenerated(path: string): boolean {
  return /node_modules|dist/.test(path)
}
