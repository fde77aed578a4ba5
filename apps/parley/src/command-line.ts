import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createKeySetOn, phoneProjectId } from '@parley/account-service'
import { type DatabaseServer, lockDataDirectory, openDatabase, openRunningDatabase } from '@parley/server'
import { readConfig } from './config.ts'

const usage = `Usage:
  npm run --silent parley -- keys PROJECT [--expires DAYS]

  keys   Prints a new key set of a project as one JSON object. PROJECT is its id, or "phone".
         The keys cannot be shown again. They end after 90 days, or after DAYS.`

const dayMs = 24 * 60 * 60 * 1_000

async function main(words: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { expires: { type: 'string', default: '90' } },
  })
  const [command, project] = positionals
  if (command !== 'keys' || !project || positionals.length > 2) throw new Error(usage)
  const days = Number(values.expires)
  if (!Number.isInteger(days) || days < 1 || days > 3_650) {
    throw new Error('--expires takes a whole number of days, from 1 to 3650.')
  }

  await using database = await openAnyDatabase()
  const keys = await createKeySetOn(database.server, {
    projectId: project === 'phone' ? phoneProjectId : project,
    description: 'Made on the command line',
    expiresAt: new Date(Date.now() + days * dayMs),
  })
  process.stdout.write(`${JSON.stringify(keys)}\n`)
}

/** The database of the Parley that runs on the data directory, or the same database started for this command alone. */
async function openAnyDatabase(): Promise<{ server: DatabaseServer } & AsyncDisposable> {
  const config = readConfig(process.env)
  const dataDirectory = resolve(config.dataDirectory)
  await using stack = new AsyncDisposableStack()
  let server = config.databaseUrl ? null : await openRunningDatabase(dataDirectory)
  if (!server) {
    if (!config.databaseUrl) stack.use(await lockDataDirectory(dataDirectory))
    server = await openDatabase(
      config.databaseUrl
        ? { kind: 'postgres', url: config.databaseUrl }
        : { kind: 'embedded', dataDirectory },
    )
  }
  stack.use(server)
  const kept = stack.move()
  return { server, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

main(process.argv.slice(2)).catch((error: Error & { code?: string }) => {
  // A foreign key that leads nowhere: the project is not there.
  const isUnknownProject = error.code === '23503' || error.code === '42P01'
  process.stderr.write(`${isUnknownProject ? 'There is no such project.' : error.message}\n`)
  process.exitCode = 1
})
