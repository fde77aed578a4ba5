import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

/**
 * Runs dependency-cruiser over the house, and fails when it saw fewer modules than there are: where it cannot read a file
 * it passes silently.
 */
const rooms = ['apps', 'packages', 'e2e', 'sdk-tests', 'examples', 'bench'].filter(
  (room) => globSync(`${room}/**/*.ts`).length > 0,
)
const there = rooms.flatMap((room) =>
  globSync(`${room}/**/*.{ts,tsx}`, { exclude: (path) => /node_modules|dist/.test(path) }),
)

const { stdout, stderr } = spawnSync('depcruise', ['--output-type', 'json', ...rooms], {
  encoding: 'utf8',
  maxBuffer: 512 * 1024 * 1024,
})
if (!stdout) throw new Error(`dependency-cruiser said nothing:\n${stderr}`)

const { modules, summary } = JSON.parse(stdout) as {
  modules: { source: string }[]
  summary: { violations: { rule: { name: string }; from: string; to: string }[] }
}
for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`)

const seen = new Set(modules.map(({ source }) => source))
const unseen = there.filter((path) => !seen.has(path))
for (const path of unseen) console.error(`not looked at: ${path}`)

console.log(`${there.length} modules, ${summary.violations.length} forbidden imports`)
if (summary.violations.length > 0 || unseen.length > 0 || there.length === 0) process.exitCode = 1
