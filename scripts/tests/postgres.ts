import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { installDebianPackages } from './debian-packages.ts'
import { conclude, runVitest } from './run-vitest.ts'

/** `npm run test:postgres`: the service tests on a PostgreSQL 15 server instead of the embedded one. */
const programs = '/usr/lib/postgresql/15/bin'
installDebianPackages()
if (!existsSync(join(programs, 'postgres'))) {
  console.error('PostgreSQL 15 is not installed. Install the Debian package postgresql-15.')
  process.exit(1)
}

const directory = await mkdtemp(join(tmpdir(), 'parley-postgres-'))
const password = randomBytes(18).toString('base64url')
const passwordFile = join(directory, 'password')
await writeFile(passwordFile, password, { mode: 0o600 })
const isRoot = userInfo().uid === 0
if (isRoot) {
  const postgres = Number(spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout)
  await chown(directory, postgres, postgres)
  await chown(passwordFile, postgres, postgres)
}
await chmod(directory, 0o700)

const asServer = (program: string, ...options: string[]) => {
  const command = [join(programs, program), ...options]
  const [first = '', ...rest] = isRoot
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]
    : command
  const { status, stderr } = spawnSync(first, rest, { encoding: 'utf8', cwd: '/' })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
}

const data = join(directory, 'data')
try {
  asServer(
    'initdb',
    '-D',
    data,
    '-U',
    'parley',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
  )
  const settings = `-k ${directory} -c listen_addresses= -c fsync=off -c max_connections=300`
  asServer('pg_ctl', '-D', data, '-w', '-t', '30', '-l', join(directory, 'log'), '-o', settings, 'start')
  const url = `postgresql://parley:${password}@localhost/postgres?host=${encodeURIComponent(directory)}`
  conclude([
    runVitest(
      'tests-postgres',
      ['apps/account-service', 'apps/phone-service', 'packages/server', ...process.argv.slice(2)],
      { environment: { ...process.env, PARLEY_TEST_DATABASE_URL: url } },
    ),
  ])
} finally {
  if (existsSync(join(data, 'postmaster.pid')))
    asServer('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
  await wait(100)
  await rm(directory, { recursive: true, force: true })
}
