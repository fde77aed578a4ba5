import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import {
  dropTestDatabases,
  startTestServer,
  testServerVariable,
} from '../../packages/server/src/database/testing/test-server.ts'
import { mutationParts, mutations } from './list/index.ts'
import { applyMutation, type Mutation, type MutationOutcome } from './mutation.ts'
import { deleteResults, evaluate, readResults, writeResults } from './results.ts'
import { findNameMisfit } from './test-titles.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

/**
 * `node scripts/mutations/main.ts [--part accounts|phone] [--only TEXT] [--workers N]`: applies each mutation
 * of the list to a copy of the sources, runs its tests and fails when one survives without a reason, or no
 * longer fits its file.
 *
 * The results are in artefacts/mutations.json; `--resume` leaves out what that file lists for the same
 * commit. `--check` runs no tests: it reports the mutations that no longer fit their file, or whose name is
 * that of no test.
 */
const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    only: { type: 'string' },
    workers: { type: 'string' },
    resume: { type: 'boolean' },
    check: { type: 'boolean' },
  },
})

const timeoutMs = 240_000
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
if (!values.resume) deleteResults()

const selected = selectPart(values.part).filter(
  ({ removes, file, tests }) =>
    values.only === undefined || [removes, file, ...tests].some((text) => text.includes(values.only ?? '')),
)
if (values.check) {
  const misfits = selected.flatMap((mutation) => findMisfit(mutation) ?? [])
  for (const misfit of misfits) console.error(misfit)
  console.log(`${selected.length - misfits.length} mutations fit, ${misfits.length} do not`)
  process.exit(misfits.length === 0 ? 0 : 1)
}
const results = readResults(commit)
const pending = selected.filter(({ removes }) => !results.some((result) => result.removes === removes))
const workers = Number(values.workers ?? Math.max(1, Math.min(3, availableParallelism() - 1)))

const startedAt = Date.now()
await Promise.all(Array.from({ length: Math.min(workers, pending.length) }, () => work()))

const { passed, problems } = evaluate(selected, results)
for (const problem of problems) console.error(problem)
const survivors = selected.filter(({ survives }) => survives)
console.log(
  `${selected.length} mutations, ${survivors.length} listed as survivors, ${Math.round((Date.now() - startedAt) / 1000)} s`,
)
console.log(`${passed} passed, ${problems.length} failed`)
if (problems.length > 0 || passed === 0) process.exitCode = 1

/** @throws {Error} When there is no such part. */
function selectPart(name: string | undefined): readonly Mutation[] {
  if (name === undefined) return mutations
  if (name === 'accounts' || name === 'phone') return mutationParts[name]
  throw new Error(`There is no part "${name}": the parts are accounts and phone.`)
}

/** Returns why a mutation cannot be applied to the working tree; null when it can be. */
function findMisfit(mutation: Mutation): string | null {
  const missing = mutation.tests.find((path) => !existsSync(path))
  if (missing) return `${mutation.removes}: there is no ${missing}`
  try {
    applyMutation(readFileSync(mutation.file, 'utf8'), mutation)
    return findNameMisfit(mutation)
  } catch (error) {
    return `${mutation.removes}: ${error instanceof Error ? error.message : String(error)}`
  }
}

async function work(): Promise<void> {
  using workspace = createWorkspace()
  await using server = await startTestServer()
  for (let mutation = pending.shift(); mutation; mutation = pending.shift()) {
    const outcome = await runMutation(workspace, mutation, server.url)
    await dropTestDatabases(server.url)
    results.push({ removes: mutation.removes, outcome })
    writeResults(commit, results)
    console.log(
      `${outcome.kind}: ${mutation.removes}${outcome.kind === 'killed' ? ` (${outcome.test})` : ''}`,
    )
  }
}

async function runMutation(
  { folder }: Workspace,
  mutation: Mutation,
  databaseUrl: string,
): Promise<MutationOutcome> {
  const path = join(folder, mutation.file)
  let original: string
  try {
    original = readFileSync(path, 'utf8')
    writeFileSync(path, applyMutation(original, mutation))
  } catch (error) {
    return { kind: 'not-applicable', reason: error instanceof Error ? error.message : String(error) }
  }
  try {
    return await runTests(folder, mutation, databaseUrl)
  } finally {
    writeFileSync(path, original)
  }
}

async function runTests(
  folder: string,
  { tests, name }: Mutation,
  databaseUrl: string,
): Promise<MutationOutcome> {
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
    env: { ...process.env, NO_COLOR: '1', NODE_ENV: 'test', [testServerVariable]: databaseUrl },
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

/**
 * Ends processes that a test run may have left: databases, browsers, media processes of the same process
 * group.
 */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}
