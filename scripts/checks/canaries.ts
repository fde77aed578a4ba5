import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * A mistake that one command must report, which proves that the check can fail. The command first runs
 * without the mistake, because a check that always fails reports nothing.
 */
export interface Canary {
  readonly mistake: string
  readonly command: readonly [program: string, ...rest: string[]]
  /** Files that the command needs, by path. */
  readonly files?: Readonly<Record<string, string>>
  readonly file: string
  readonly change: (text: string) => string
  /** Output of the command that only this mistake causes. */
  readonly report: RegExp
}

const passing = "import { expect, test } from 'vitest'\n\ntest('one is one', () => expect(1).toBe(1))\n"
const skipped = (text: string) => text.replace("test('", "test.skip('")

export const canaries: readonly Canary[] = [
  {
    mistake: 'the kit imports the simulated network',
    command: ['node', 'scripts/checks/check-imports.ts'],
    file: 'packages/kit/src/index.ts',
    change: (text) => `import '../../simulated-pstn/src/index.ts'\n${text}`,
    report: /packages-kit-imports: packages\/kit\/src\/index\.ts → packages\/simulated-pstn\/src\/index\.ts/,
  },
  {
    mistake: 'an operation inserts an audit entry beside its request context',
    command: ['node', 'scripts/checks/check-imports.ts'],
    file: 'apps/account-service/src/platform/audit/index.ts',
    change: (text) => `${text}export { insertAuditEntry } from '@parley/server/audit/storage'\n`,
    report: /the-context-alone-stores-audit-entries-and-events: \S+\/audit\/index\.ts/,
  },
  {
    mistake: 'a file imports a type from a file that imports it',
    command: ['node', 'scripts/checks/check-imports.ts'],
    file: 'packages/i18n/src/locale.ts',
    change: (text) => `import type {} from './index.ts'\n${text}`,
    report: /no-cycles: packages\/i18n\/src\/index\.ts → packages\/i18n\/src\/locale\.ts/,
  },
  {
    mistake: 'a module imports a type from a module that imports it',
    command: ['node', 'scripts/checks/check-imports.ts'],
    file: 'apps/account-service/src/projects/records/config.ts',
    change: (text) => `import type {} from '../../platform/request-context/index.ts'\n${text}`,
    report:
      /cycle of modules: \S+\/platform\/request-context → \S+\/projects\/records → \S+\/platform\/request-context\n/,
  },
  {
    mistake: 'the import rules do not check a folder',
    command: ['node', 'scripts/checks/check-imports.ts'],
    file: '.dependency-cruiser.mjs',
    change: (text) => text.replace('(^|/)dist/', '(^|/)(dist|digest)/'),
    report: /not checked: packages\/sip\/src\/digest\//,
  },
  {
    mistake: 'an operation returns an error that its endpoint does not declare',
    command: [
      'vitest',
      'run',
      'apps/account-service/src/auth/password',
      '-t',
      'a wrong password and an unknown',
    ],
    file: 'packages/contract/src/account/auth/password.ts',
    change: (text) => text.replaceAll(/^ +'EMAIL_PASSWORD_MISMATCH',\n/gm, ''),
    report: /does not declare/,
  },
  {
    mistake: 'an endpoint has no handler',
    command: ['tsc', '-p', '.'],
    file: 'apps/phone-service/src/app.ts',
    change: (text) => text.replace('  ...limitHandlers,\n', ''),
    report: /app\.ts.*(?:\n.*)*GET \/limits/,
  },
  {
    mistake: 'a handler has no endpoint',
    command: ['tsc', '-p', '.'],
    file: 'apps/phone-service/src/app.ts',
    change: (text) => text.replace('  ...limitHandlers,\n', "$&  'GET /open': async () => 'all',\n"),
    report: /app\.ts.*(?:\n.*)*GET \/open/,
  },
  {
    mistake: 'a route is added without the contract',
    command: ['vitest', 'run', 'apps/phone-service/src/app.test.ts', '-t', 'serves the contract'],
    file: 'apps/phone-service/src/app.ts',
    change: (text) => text.replace('  await serveLive(', "  app.get('/api/v1/open', async () => 'all')\n$&"),
    report: /GET \/api\/v1\/open/,
  },
  {
    mistake: 'a comment uses a refused word',
    command: ['node', 'scripts/checks/check-language.ts'],
    file: 'packages/kit/src/index.ts',
    change: (text) => `${text}// For whoever reads this.\n`,
    report: /packages\/kit\/src\/index\.ts:\d+: ".*" matches/,
  },
  {
    mistake: 'a function is longer than sixty lines',
    command: ['node', 'scripts/checks/check-sizes.ts'],
    file: 'packages/i18n/src/locale.ts',
    change: (text) => `${text}export function long(): void {\n${'  void 0\n'.repeat(60)}}\n`,
    report: /locale\.ts:\d+: long has 62 lines/,
  },
  {
    mistake: 'a row of a table leaves the file of the table',
    command: ['node', 'scripts/checks/check-rows.ts'],
    file: 'apps/account-service/src/teams/records/teams.ts',
    change: (text) => text.replace('type TeamRow', 'export type TeamRow'),
    report: /records\/teams\.ts: Selectable<…> is used outside a private type/,
  },
  {
    mistake: 'a guarantee has two rows of the documentation',
    command: ['node', 'scripts/checks/check-requirements.ts'],
    file: 'docs/security.md',
    change: (text) => text.replace(/^\| PW1 \|.*\n/m, '$&$&'),
    report: /docs\/security\.md: PW1 has two rows/,
  },
  {
    mistake: 'a promise is neither awaited nor handled',
    command: ['biome', 'check', 'packages/i18n'],
    file: 'packages/i18n/src/locale.ts',
    change: (text) => `${text}\nexport function run(): void {\n  Promise.reject(new Error('lost'))\n}\n`,
    report: /noFloatingPromises/,
  },
  {
    mistake: 'a test is skipped',
    command: ['node', 'scripts/tests/run.ts', 'packages/contract/src/canary.test.ts'],
    files: { 'packages/contract/src/canary.test.ts': passing },
    file: 'packages/contract/src/canary.test.ts',
    change: skipped,
    report: /1 tests were skipped\. In CI that is a failure\.\n0 passed, 1 failed/,
  },
  {
    mistake: 'a test in the browser is skipped',
    command: ['node', 'scripts/tests/run.ts', 'e2e/canary.test.ts'],
    files: { 'e2e/canary.test.ts': `${passing}\ntest('two is two', () => expect(2).toBe(2))\n` },
    file: 'e2e/canary.test.ts',
    change: skipped,
    report: /1 tests were skipped\. In CI that is a failure\.\n1 passed, 1 failed/,
  },
]

/** Returns what is wrong with a canary, or null when its mistake, and only that, is reported. */
export function findProblem({ command, files = {}, file, change, report }: Canary): string | null {
  const copy = copyRepository()
  try {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(copy, path), text)
    const without = run(copy, command)
    if (without.status !== 0) return `The command fails without the mistake:\n${without.output}`

    const path = join(copy, file)
    const before = readFileSync(path, 'utf8')
    const after = change(before)
    if (after === before) return `${file} has changed: the mistake cannot be inserted.`
    writeFileSync(path, after)

    const withMistake = run(copy, command)
    if (withMistake.status === 0) return `The command passes with the mistake:\n${withMistake.output}`
    return report.test(withMistake.output)
      ? null
      : `The command fails for another reason:\n${withMistake.output}`
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function run(copy: string, [program, ...rest]: Canary['command']): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, rest, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 300_000,
    env: {
      ...process.env,
      CI: '1',
      NO_COLOR: '1',
      PATH: `${join(copy, 'node_modules/.bin')}:${process.env.PATH}`,
    },
  })
  return { status, output: `${stdout}\n${stderr}` }
}

/**
 * Copies the sources as they are now, with links to the installed dependencies and to the copy's own
 * packages.
 */
function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'parley-canary-'))
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  // Checks list the files of a repository.
  spawnSync('git', ['init', '--quiet'], { cwd: copy })
  for (const path of stdout.split('\0').filter(Boolean)) {
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    cpSync(path, join(copy, path), { force: true, errorOnExist: false, recursive: true })
  }
  // Packages that only one folder needs are installed there.
  for (const folder of stdout
    .split('\0')
    .filter((path) => path.endsWith('/package.json'))
    .map(dirname)) {
    const own = join(process.cwd(), folder, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(copy, folder, 'node_modules'))
  }
  const installed = join(process.cwd(), 'node_modules')
  mkdirSync(join(copy, 'node_modules/@parley'), { recursive: true })
  for (const name of readdirSync(installed)) {
    if (name !== '@parley') symlinkSync(join(installed, name), join(copy, 'node_modules', name))
  }
  for (const path of ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(copy, folder)).map((name) => join(folder, name)),
  )) {
    const { name } = JSON.parse(readFileSync(join(copy, path, 'package.json'), 'utf8')) as { name: string }
    symlinkSync(join(copy, path), join(copy, 'node_modules', name))
  }
  return copy
}
