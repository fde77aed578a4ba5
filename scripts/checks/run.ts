import { spawn } from 'node:child_process'
import { installAll } from '../build/install-all.ts'

/** `npm run check`: runs all checks side by side, and prints the output of each in one piece. */
const checks = {
  types: ['tsc -p .'],
  code: ['biome check --error-on-warnings .'],
  imports: ['node scripts/checks/check-imports.ts'],
  unused: ['knip'],
  language: ['node scripts/checks/check-language.ts'],
  sizes: ['node scripts/checks/check-sizes.ts'],
  rows: ['node scripts/checks/check-rows.ts'],
  docs: ['node scripts/checks/check-docs.ts', 'node scripts/checks/check-requirements.ts'],
} as const

installAll()
const results = await Promise.all(
  Object.entries(checks).map(async ([name, commands]) => {
    const startedAt = Date.now()
    const { status, output } = await run(commands.join(' && '))
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    console.log(`== ${name}: ${status === 0 ? 'passed' : 'failed'} after ${seconds} s\n${output.trim()}`)
    return { name, hasPassed: status === 0 }
  }),
)
const failed = results.filter(({ hasPassed }) => !hasPassed)
for (const { name } of failed) console.log(`failed: check:${name}: see above`)
console.log(`${results.length - failed.length} passed, ${failed.length} failed`)
if (failed.length > 0) process.exitCode = 1

function run(command: string): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, output }))
  })
}
