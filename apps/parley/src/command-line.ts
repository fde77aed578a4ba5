import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  createProjectKeys,
  createProjectWithKeys,
  grantTrunks,
  isValidTrustedDomain,
  listAudit,
  listProjects,
  listTrunkGrants,
  phoneProjectId,
  verifyAudit,
} from '@parley/account-service'
import { listPhoneAudit, verifyPhoneAudit } from '@parley/phone-service/audit-log'
import { connectToDatabase, createSecrets, type DatabaseServer } from '@parley/server'
import type { AuditVerdict } from '@parley/server/audit'
import { formatAuditJson, formatAuditLine, parseAuditListArguments } from './commands/audit-list.ts'
import { backUp } from './commands/backup.ts'
import { serve } from './commands/serve.ts'
import { parseConfig } from './config.ts'
import { type Role, roles } from './start/role.ts'
import { readSecret } from './start/secret.ts'

const usage = `Usage:
  npm run --silent parley -- serve [--role ROLE]
  npm run --silent parley -- projects create NAME [--domain URL]
  npm run --silent parley -- projects list
  npm run --silent parley -- keys PROJECT [--expires DAYS]
  npm run --silent parley -- audit list [--project PROJECT] [--since TIME] [--limit NUMBER] [--json]
  npm run --silent parley -- audit verify
  npm run --silent parley -- trunks allow WORKSPACE
  npm run --silent parley -- trunks deny WORKSPACE
  npm run --silent parley -- trunks list
  npm run --silent parley -- backup DIRECTORY
  npm run --silent parley -- --help

  serve  Runs Parley until it is stopped. ROLE is "accounts", "phone" or "all" (default). At the first SIGTERM or
         SIGINT, no new calls are accepted, and the process ends with its last call, at the latest after
         PARLEY_DRAIN_SECONDS (default: 600). A second signal ends the calls.
  keys   Prints a new key set of a project as one JSON object. PROJECT is a project id, such as "internal",
         or "phone". The keys cannot be shown again. They expire after DAYS (default: 90); see "expiresAt".
  projects create
         Creates a project for an application and prints its id and keys as one JSON object. URL is the URL of
         the application; without it, only localhost is trusted. The keys are valid until they are revoked.
  projects list
         Prints id, name, use and creation date of every project, one JSON object per line. "usedBy" is
         "owners" (the users who own projects), "phone", or "application".
  audit list
         Prints the newest entries of the audit logs of accounts and phone, newest last, one per line with tab-separated columns: time,
         actor, action, outcome, subject and IP address. TIME is a date or a time, such as
         2026-11-21T08:30:00Z. NUMBER defaults to 100. With --json, each line is a complete entry.
  audit verify
         Reads both audit logs completely and reports the first entry that was changed, removed, inserted or moved.
  trunks allow, trunks deny
         Allows a workspace to add, change and test trunks, or denies it, and prints it as one JSON object. WORKSPACE
         is the id that the phone shows under Configure. Within seconds, the trunks of a denied workspace are
         unregistered, and place and accept no calls; running calls continue.
  trunks list
         Prints the workspaces that may have trunks, one JSON object per line.
  backup Copies PARLEY_DATA, including the embedded database, to DIRECTORY, which must be empty or missing.
         Parley may be running. The backup can be used as PARLEY_DATA.`

/** A command that does not exist, or with the wrong arguments. */
class UsageError extends Error {
  constructor(problem: string) {
    super(`${problem}\n\n${usage}`)
  }
}

type Run = (words: readonly string[]) => Promise<void>

const commands: ReadonlyMap<string, Run> = new Map([
  ['serve', (words) => serve(parseRole(words), { drainSeconds: 600 })],
  ['keys', printKeys],
  ['projects create', createProject],
  ['projects list', withoutArguments('projects list', printProjects)],
  ['audit list', printEntries],
  ['audit verify', withoutArguments('audit verify', printAuditVerification)],
  ['trunks allow', (words) => changeTrunkGrant('allow', words)],
  ['trunks deny', (words) => changeTrunkGrant('deny', words)],
  ['trunks list', withoutArguments('trunks list', printTrunkGrants)],
  ['backup', createBackup],
] satisfies [string, Run][])

const dayMs = 24 * 60 * 60 * 1_000

async function main(words: readonly string[]): Promise<void> {
  const [command, subcommand] = words
  if (command === undefined) throw new UsageError('Missing command.')
  if (words.some((word) => word === '--help' || word === '-h')) return void process.stdout.write(`${usage}\n`)
  const isGroup = [...commands.keys()].some((name) => name.startsWith(`${command} `))
  const name = isGroup && subcommand !== undefined ? `${command} ${subcommand}` : command
  const run = commands.get(name)
  // Further arguments are left out, because they may be secrets.
  if (!run) throw new UsageError(`Unknown command: ${name.replaceAll(/\p{C}/gu, '')}`)
  await run(words.slice(name === command ? 1 : 2))
}

function withoutArguments(name: string, run: () => Promise<void>): Run {
  return async (words) => {
    if (words.length > 0) throw wrongArguments(name)
    await run()
  }
}

function wrongArguments(name: string): UsageError {
  return new UsageError(`Wrong arguments of ${name}.`)
}

/** Returns whether an error is about the arguments of a command: ours, or one of `parseArgs`. */
function isUsageError(error: Error): boolean {
  return error instanceof UsageError || ('code' in error && /^ERR_PARSE_ARGS/.test(String(error.code)))
}

function parseRole(words: readonly string[]): Role {
  const options = { role: { type: 'string', default: 'all' } } as const
  const { values } = parseArgs({ args: [...words], options })
  const role = roles.find((known) => known === values.role)
  if (!role) throw new UsageError(`--role expects one of ${roles.join(', ')}.`)
  return role
}

async function printKeys(words: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { expires: { type: 'string', default: '90' } },
  })
  const [project, ...more] = positionals
  if (!project) throw new UsageError('Missing project: keys PROJECT.')
  if (more.length > 0) throw wrongArguments('keys')
  const days = Number(values.expires)
  if (!Number.isInteger(days) || days < 1 || days > 3_650) {
    throw new Error('--expires expects a whole number of days from 1 to 3650.')
  }

  await using server = await connectToOwnDatabase()
  const expiresAt = new Date(Date.now() + days * dayMs)
  const keys = await createProjectKeys(server, {
    project,
    description: 'Created on the command line',
    expiresAt,
  })
  process.stdout.write(`${JSON.stringify({ ...keys, expiresAt })}\n`)
}

async function createProject(words: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { domain: { type: 'string' } },
  })
  const [displayName, ...more] = positionals
  if (!displayName) throw new UsageError('Missing project name: projects create NAME.')
  if (more.length > 0) throw wrongArguments('projects create')
  const { domain } = values
  if (domain !== undefined && !isValidTrustedDomain(domain))
    throw new Error('--domain expects the URL of the application, starting with https:// or http://.')

  await using server = await connectToOwnDatabase()
  process.stdout.write(`${JSON.stringify(await createProjectWithKeys(server, { displayName, domain }))}\n`)
}

async function printProjects(): Promise<void> {
  await using server = await connectToOwnDatabase()
  for (const project of await listProjects(server)) process.stdout.write(`${JSON.stringify(project)}\n`)
}

async function printEntries(words: readonly string[]): Promise<void> {
  const { query, asJson } = parseAuditListArguments(words)
  await using server = await connectToOwnDatabase()
  const entries = [
    ...(await listAudit(server, query)),
    ...(await listPhoneAudit(server, { ...query, projectId: toProjectId(query.project) })),
  ]
    .toSorted((first, second) => first.at.getTime() - second.at.getTime())
    .slice(-query.limit)
  const lines = entries.map(asJson ? formatAuditJson : formatAuditLine)
  // The reader, for example `head`, may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
}

/** Returns the id of a project that the operator named; undefined for all projects. */
function toProjectId(project: string | undefined): string | undefined {
  return project === 'phone' ? phoneProjectId : project?.toLowerCase()
}

async function printAuditVerification(): Promise<void> {
  await using server = await connectToOwnDatabase()
  const { secret, dataDirectory } = parseConfig(process.env)
  const secrets = createSecrets(secret ?? (await readSecret(resolve(dataDirectory))))
  printVerdict('The audit log', await verifyAudit(server, secrets))
  const phone = await verifyPhoneAudit(server, secrets)
  if (phone) printVerdict('The audit log of the phone', phone)
}

function printVerdict(log: string, { entries, unchained, head, problem }: AuditVerdict): void {
  if (problem) throw new Error(`${log} was tampered with. ${problem}`)
  const pending = unchained > 0 ? ` ${unchained} of them are new and not chained yet.` : ''
  process.stdout.write(`${log} is intact: ${entries} entries.${pending}\nHead hash: ${head}.\n`)
}

async function changeTrunkGrant(action: 'allow' | 'deny', words: readonly string[]): Promise<void> {
  const [workspaceId, ...more] = words
  if (workspaceId === undefined || more.length > 0) throw wrongArguments(`trunks ${action}`)
  await using server = await connectToOwnDatabase()
  const workspace = await grantTrunks(server, workspaceId, action === 'allow')
  process.stdout.write(`${JSON.stringify(workspace)}\n`)
}

async function printTrunkGrants(): Promise<void> {
  await using server = await connectToOwnDatabase()
  for (const workspace of await listTrunkGrants(server))
    process.stdout.write(`${JSON.stringify(workspace)}\n`)
}

async function createBackup(words: readonly string[]): Promise<void> {
  const { positionals } = parseArgs({ args: [...words], allowPositionals: true })
  const [directory, ...more] = positionals
  if (!directory || more.length > 0) throw wrongArguments('backup')
  await backUp(directory, parseConfig(process.env), (sentence) => process.stdout.write(`${sentence}\n`))
}

/** Opens the database of this installation, also while Parley is running. */
async function connectToOwnDatabase(): Promise<DatabaseServer> {
  const { databaseUrl, databaseDirectUrl, dataDirectory } = parseConfig(process.env)
  return await connectToDatabase(
    databaseUrl
      ? { kind: 'postgres', url: databaseUrl, directUrl: databaseDirectUrl }
      : { kind: 'embedded', dataDirectory: resolve(dataDirectory) },
  )
}

// Error messages are written for the terminal.
main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = isUsageError(error) ? 2 : 1
})
