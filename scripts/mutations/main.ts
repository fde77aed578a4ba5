import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { mutations } from './list/index.ts'
import { applyMutation, findProblem, type Mutation, type MutationOutcome } from './mutation.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

/**
 * `node scripts/mutations/main.ts [--only TEXT] [--workers N]`: applies each mutation of the list to a copy of the sources,
 * runs its tests and fails when one survives without a reason, or no longer fits its file.
 *
 * The results are in artefacts/mutations.json; `--resume` leaves out what that file lists for the same mutation.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    workers: { type: 'string' },
    resume: { type: 'boolean' },
  },
})

interface Result {
  readonly removes: string
  readonly outcome: MutationOutcome
}

const timeoutMs = 240_000
const resultsPath = 'artefacts/mutations.json'
mkdirSync('artefacts', { recursive: true })
if (!values.resume) rmSync(resultsPath, { force: true })

const selected = mutations.filter(
  ({ removes, file, tests }) =>
    values.only === undefined || [removes, file, ...tests].some((text) => text.includes(values.only ?? '')),
)
const results: Result[] = readResults()
const pending = selected.filter(({ removes }) => !results.some((result) => result.removes === removes))
const workers = Number(values.workers ?? Math.max(1, Math.min(3, availableParallelism() - 1)))

const startedAt = Date.now()
await Promise.all(Array.from({ length: Math.min(workers, pending.length) }, () => work()))

const problems = selected.flatMap((mutation) => {
  const result = results.find(({ removes }) => removes === mutation.removes)
  const problem = result ? findProblem(mutation, result.outcome) : `not run: ${mutation.removes}`
  return problem ? [problem] : []
})
for (const problem of problems) console.error(problem)
const survivors = selected.filter(({ survives }) => survives)
console.log(
  `${selected.length} mutations, ${survivors.length} listed as survivors, ${Math.round((Date.now() - startedAt) / 1000)} s`,
)
console.log(`${selected.length - problems.length} passed, ${problems.length} failed`)
if (problems.length > 0 || selected.length === 0) process.exitCode = 1

async function work(): Promise<void> {
  using workspace = createWorkspace()
  for (let mutation = pending.shift(); mutation; mutation = pending.shift()) {
    const outcome = await runMutation(workspace, mutation)
    results.push({ removes: mutation.removes, outcome })
    writeFileSync(resultsPath, JSON.stringify(results, null, 2))
    console.log(
      `${outcome.kind}: ${mutation.removes}${outcome.kind === 'killed' ? ` (${outcome.test})` : ''}`,
    )
  }
}

function readResults(): Result[] {
  try {
    return JSON.parse(readFileSync(resultsPath, 'utf8')) as Result[]
  } catch {
    return []
  }
}

async function runMutation({ folder }: Workspace, mutation: Mutation): Promise<MutationOutcome> {
  const path = join(folder, mutation.file)
  let original: string
  try {
    original = readFileSync(path, 'utf8')
    writeFileSync(path, applyMutation(original, mutation))
  } catch (error) {
    return { kind: 'not-applicable', reason: error instanceof Error ? error.message : String(error) }
  }
  try {
    return await runTests(folder, mutation)
  } finally {
    writeFileSync(path, original)
  }
}

async function runTests(folder: string, { tests, name }: Mutation): Promise<MutationOutcome> {
  const isEndToEnd = tests.every((path) => path.startsWith('e2e/'))
  const arguments_ = [
    'run',
    '--bail=1',
    '--reporter=dot',
    ...(isEndToEnd ? ['--config', 'e2e/vitest.config.ts'] : []),
    ...(name ? ['-t', name] : []),
    ...tests.map((path) => (isEndToEnd ? path.replace(/^e2e\//, '') : path)),
  ]
  const child = spawn(join(folder, 'node_modules/.bin/vitest'), arguments_, {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-1_000_000)
    })
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    killGroup(child.pid)
  }, timeoutMs)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  killGroup(child.pid)

  const text = stripVTControlCharacters(output)
  if (isTimedOut) return { kind: 'timed-out' }
  if (/\b[1-9]\d* passed\b/.test(text) && code === 0) return { kind: 'survived' }
  const failed = /(?:FAIL|×)\s+(.+)/.exec(text)?.[1]
  if (code !== 0 && failed) return { kind: 'killed', test: failed.trim() }
  return { kind: 'broken', output: text.slice(-2_000) }
}

/** Ends what a test run may have left: databases, browsers, media processes of the same process group. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}
