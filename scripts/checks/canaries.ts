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
 * Proves that the checks can fail: each canary is a mistake, made in a copy of the house, that one command must report. The
 * command is run without the mistake first, because a check that is always red reports nothing.
 */
interface Canary {
  readonly mistake: string
  readonly command: readonly [program: string, ...rest: string[]]
  /** Files that the command needs, by path. */
  readonly given?: Readonly<Record<string, string>>
  readonly file: string
  readonly change: (text: string) => string
  /** What the command says of this mistake, and of no other. */
  readonly report: RegExp
}

const passing = "import { expect, test } from 'vitest'\n\ntest('one is one', () => expect(1).toBe(1))\n"
const skipped = (text: string) => text.replace("test('", "test.skip('")

const canaries: readonly Canary[] = [
  {
    mistake: 'the kit imports the carrier',
    command: ['node', 'scripts/check-imports.ts'],
    file: 'packages/kit/src/index.ts',
    change: (text) => `import '../../carrier/src/index.ts'\n${text}`,
    report: /packages-kit-imports: packages\/kit\/src\/index\.ts → packages\/carrier\/src\/index\.ts/,
  },
  {
    mistake: 'the import rules no longer see a folder',
    command: ['node', 'scripts/check-imports.ts'],
    file: '.dependency-cruiser.mjs',
    change: (text) => text.replace('(^|/)dist/', '(^|/)(dist|digest)/'),
    report: /not looked at: packages\/sip\/src\/digest\//,
  },
  {
    mistake: 'an operation answers with an error that its endpoint does not declare',
    command: ['vitest', 'run', 'apps/account-service/src/password', '-t', 'a wrong password and an unknown'],
    file: 'packages/contract/src/account/password.ts',
    change: (text) => text.replaceAll(/^ +'EMAIL_PASSWORD_MISMATCH',\n/gm, ''),
    report: /does not declare/,
  },
  {
    mistake: 'a route is served that the contract does not promise',
    command: ['vitest', 'run', 'apps/phone-service/src/app.test.ts', '-t', 'serves the contract'],
    file: 'packages/contract/src/phone/index.ts',
    change: (text) => text.replace('  ...limitEndpoints,\n', ''),
    report: /GET \/api\/v1\/limits/,
  },
  {
    mistake: 'a route is bound past the contract',
    command: ['vitest', 'run', 'apps/phone-service/src/app.test.ts', '-t', 'serves the contract'],
    file: 'apps/phone-service/src/app.ts',
    change: (text) => text.replace('  await serveLive(', "  app.get('/api/v1/open', async () => 'all')\n$&"),
    report: /GET \/api\/v1\/open/,
  },
  {
    mistake: 'a test is skipped',
    command: ['node', 'scripts/test.ts', 'packages/contract/src/canary.test.ts'],
    given: { 'packages/contract/src/canary.test.ts': passing },
    file: 'packages/contract/src/canary.test.ts',
    change: skipped,
    report: /1 tests were left out\. In CI that is a failure\.\n0 passed, 1 failed/,
  },
  {
    mistake: 'a journey is skipped',
    command: ['node', 'scripts/test.ts', 'e2e/canary.test.ts'],
    given: { 'e2e/canary.test.ts': `${passing}\ntest('two is two', () => expect(2).toBe(2))\n` },
    file: 'e2e/canary.test.ts',
    change: skipped,
    report: /1 tests were left out\. In CI that is a failure\.\n1 passed, 1 failed/,
  },
]

let failed = 0
for (const canary of canaries) {
  const complaint = sing(canary)
  if (complaint) failed++
  console.log(complaint ? `not noticed: ${canary.mistake}\n${complaint}` : `noticed: ${canary.mistake}`)
}
console.log(`${canaries.length - failed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1

/** Null when the mistake, and only the mistake, is reported. */
function sing({ command, given = {}, file, change, report }: Canary): string | null {
  const copy = copyOfTheHouse()
  try {
    for (const [path, text] of Object.entries(given)) writeFileSync(join(copy, path), text)
    const without = run(copy, command)
    if (without.status !== 0) return `It is red without the mistake:\n${without.said}`

    const path = join(copy, file)
    const before = readFileSync(path, 'utf8')
    const after = change(before)
    if (after === before) return `${file} has changed, and the mistake does not fit into it any more.`
    writeFileSync(path, after)

    const withMistake = run(copy, command)
    if (withMistake.status === 0) return `It stays green:\n${withMistake.said}`
    return report.test(withMistake.said) ? null : `It is red for another reason:\n${withMistake.said}`
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function run(copy: string, [program, ...rest]: Canary['command']): { status: number | null; said: string } {
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
  return { status, said: `${stdout}\n${stderr}` }
}

/** The sources as they are now, with this installation's dependencies and the copy's own rooms. */
function copyOfTheHouse(): string {
  const copy = mkdtempSync(join(tmpdir(), 'parley-canary-'))
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const path of stdout.split('\0').filter(Boolean)) {
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    cpSync(path, join(copy, path), { force: true, errorOnExist: false, recursive: true })
  }
  // What a room has for itself alone lies in its own folder.
  for (const room of stdout
    .split('\0')
    .filter((path) => path.endsWith('/package.json'))
    .map(dirname)) {
    const own = join(process.cwd(), room, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(copy, room, 'node_modules'))
  }
  const installed = join(process.cwd(), 'node_modules')
  mkdirSync(join(copy, 'node_modules/@parley'), { recursive: true })
  for (const name of readdirSync(installed)) {
    if (name !== '@parley') symlinkSync(join(installed, name), join(copy, 'node_modules', name))
  }
  for (const room of ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(copy, folder)).map((name) => join(folder, name)),
  )) {
    const { name } = JSON.parse(readFileSync(join(copy, room, 'package.json'), 'utf8')) as { name: string }
    symlinkSync(join(copy, room), join(copy, 'node_modules', name))
  }
  return copy
}
