import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { removeWithProcess } from '../../packages/server/src/database/testing/remove-with-process.ts'
import { installDebianPackages } from './debian-packages.ts'

const programs = '/usr/lib/postgresql/15/bin'

/**
 * Starts Debian's PostgreSQL 15 in a temporary directory. As root it runs as the user `postgres`.
 *
 * @throws {Error} when it is not installed and cannot be installed.
 */
export async function startPostgres15(): Promise<{ readonly url: string } & AsyncDisposable> {
  installDebianPackages()
  if (!existsSync(join(programs, 'postgres')))
    throw new Error('PostgreSQL 15 is not installed. Install the Debian package postgresql-15.')

  const directory = await mkdtemp(join(tmpdir(), 'parley-postgres-'))
  const data = join(directory, 'data')
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
  removeWithProcess([directory])

  const initialisation = [
    ...['-D', data, '-U', 'parley', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    ...['--encoding=UTF8', '--locale=C'],
  ]
  run(isRoot, 'initdb', initialisation)
  const settings = `-k ${directory} -c listen_addresses= -c fsync=off -c autovacuum=off -c max_connections=400`
  run(isRoot, 'pg_ctl', ['-D', data, '-w', '-t', '30', '-l', join(directory, 'log'), '-o', settings, 'start'])
  return {
    url: `postgresql://parley:${password}@localhost/postgres?host=${encodeURIComponent(directory)}`,
    async [Symbol.asyncDispose]() {
      if (existsSync(join(data, 'postmaster.pid')))
        run(isRoot, 'pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
      await sleep(100)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function run(asPostgres: boolean, program: string, options: readonly string[]): void {
  const command = [join(programs, program), ...options]
  const [first = '', ...rest] = asPostgres
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]
    : command
  const { status, stderr } = spawnSync(first, rest, { encoding: 'utf8', cwd: '/' })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
}
