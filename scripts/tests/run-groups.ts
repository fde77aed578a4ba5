import { testServerVariable } from '../../packages/server/src/database/testing/test-server.ts'
import type { Outcome } from './outcome.ts'
import { chooseFilesToRepeat, type GroupOutcome } from './repeat-failed-files.ts'
import { runVitest } from './run-vitest.ts'

/** Test files that are run with one configuration of Vitest. */
export interface Group {
  readonly name: string
  readonly vitestArguments: readonly string[]
  /**
   * The folder to which Vitest's paths are relative when it is not the root of the repository, with a slash
   * at its end.
   */
  readonly folder?: string
  readonly environment?: Readonly<Record<string, string>>
  /** Lowers the priority of its processes, from 0 to 19. */
  readonly niceness?: number
}

export const units: Group = { name: 'units', vitestArguments: ['--project=units'] }
export const audio: Group = { name: 'audio', vitestArguments: ['--project=audio'] }
export const sdks: Group = { name: 'sdks', vitestArguments: ['--project=sdks'] }
export const e2e: Group = {
  name: 'e2e',
  vitestArguments: ['--config=e2e/vitest.config.ts'],
  folder: 'e2e/',
  // Lower priority than the audio tests, which run at the same time.
  niceness: 5,
}

interface GroupOptions {
  /** URL of the database server; Vitest starts one when it is left out. */
  readonly databaseUrl?: string
  /** Prints the group's name before each line. */
  readonly isParallel?: boolean
}

/** Runs a group, or only the given files of it. */
export async function runGroup(
  group: Group,
  files: readonly string[] = [],
  options: GroupOptions = {},
): Promise<Outcome> {
  return await run(group, group.name, files, options, {})
}

/** Runs failed files again, one at a time, as {@link chooseFilesToRepeat} decides. */
export async function repeatFailedFiles(
  outcomes: readonly GroupOutcome<Group>[],
  options: Pick<GroupOptions, 'databaseUrl'> = {},
): Promise<GroupOutcome<Group>[]> {
  const repeated: GroupOutcome<Group>[] = []
  for (const [group, files] of chooseFilesToRepeat(outcomes)) {
    console.log(`\nRepeating the failed files of ${group.name} alone: ${files.join(', ')}`)
    const outcome = await run(group, `${group.name}-repeated`, files, options, { PARLEY_TEST_WORKERS: '1' })
    repeated.push({ group, outcome })
  }
  return repeated
}

async function run(
  { name, vitestArguments, folder = '', environment, niceness }: Group,
  reportName: string,
  files: readonly string[],
  { databaseUrl, isParallel }: GroupOptions,
  more: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const paths = files.map((file) => (file.startsWith(folder) ? file.slice(folder.length) : ''))
  return await runVitest(reportName, [...vitestArguments, ...paths.filter(Boolean)], {
    environment: { ...environment, ...(databaseUrl ? { [testServerVariable]: databaseUrl } : {}), ...more },
    ...(isParallel ? { prefix: name } : {}),
    niceness,
  })
}
