import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createProjectKeys } from '@parley/account-service'
import { joinDatabase } from '@parley/server'
import { readConfig } from './config.ts'
import { type Role, roles } from './role.ts'
import { serve } from './serve.ts'

const usage = `Usage:
  npm run --silent parley -- serve [--role ROLE]
  npm run --silent parley -- keys PROJECT [--expires DAYS]

  serve  Runs Parley until it is asked to stop. ROLE is "accounts", "phone", or "all", which is both.
  keys   Prints a new key set of a project as one JSON object. PROJECT is its id, or "phone".
         The keys cannot be shown again. They end after 90 days, or after DAYS.`

const dayMs = 24 * 60 * 60 * 1_000

async function main(words: readonly string[]): Promise<void> {
  const [command, ...rest] = words
  if (command === 'serve') await serve(readRole(rest))
  else if (command === 'keys') await printKeys(rest)
  else throw new Error(usage)
}

function readRole(words: readonly string[]): Role {
  const options = { role: { type: 'string', default: 'all' } } as const
  const { values } = parseArgs({ args: [...words], options })
  const role = roles.find((known) => known === values.role)
  if (!role) throw new Error(`--role takes one of ${roles.join(', ')}.`)
  return role
}

async function printKeys(words: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { expires: { type: 'string', default: '90' } },
  })
  const [project, ...more] = positionals
  if (!project || more.length > 0) throw new Error(usage)
  const days = Number(values.expires)
  if (!Number.isInteger(days) || days < 1 || days > 3_650) {
    throw new Error('--expires takes a whole number of days, from 1 to 3650.')
  }

  const config = readConfig(process.env)
  await using server = await joinDatabase(
    config.databaseUrl
      ? { kind: 'postgres', url: config.databaseUrl }
      : { kind: 'embedded', dataDirectory: resolve(config.dataDirectory) },
  )
  const keys = await createProjectKeys(server, {
    project,
    description: 'Made on the command line',
    expiresAt: new Date(Date.now() + days * dayMs),
  })
  process.stdout.write(`${JSON.stringify(keys)}\n`)
}

// What is thrown is a sentence for whoever typed the command.
main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
