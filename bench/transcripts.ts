import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessTokenHeader } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { openDatabase } from '@parley/server'
import { startTestServer } from '@parley/server/testing'
import {
  type FakeUser,
  startFakeAccountService,
} from '../apps/phone-service/src/testing/fake-account-service.ts'
import { startPhoneProcess } from '../apps/phone-service/src/testing/start-phone-process.ts'
import { createSender, toRate } from './accounts/load.ts'
import { fillTranscripts, rareWord } from './phone/fill-transcripts.ts'
import { fillWorkspace } from './phone/fill-workspace.ts'

/**
 * The search of calls in a workspace with 10,000 calls whose transcripts have 1,000,000 lines, from the request to the
 * whole response: of words that are in half of the lines, in one of 100, and in one alone.
 */

const calls = 10_000
const linesPerCall = 100
const warmUps = 5
const repeats = 60
const targetMs = 200

await using stack = new AsyncDisposableStack()
const cluster = stack.use(await startTestServer())
const database = stack.use(await openDatabase({ kind: 'postgres', url: cluster.url }))
const accounts = stack.use(await startFakeAccountService())
const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-bench-'))
stack.defer(() => rm(dataDirectory, { recursive: true, force: true }))
const phone = stack.use(
  await startPhoneProcess({ databaseUrl: cluster.url, accounts, dataDirectory, sipPort: 0 }),
)
const send = stack.use(createSender(Number(new URL(phone.service.url).port), 1))
const admin = phone.signUp('Ada')
const workspaceId = required(admin.teamIds[0], 'a workspace')
const member = accounts.addUser('Grace', [workspaceId])
const userIds = [admin.id, member.id]
await fillWorkspace(database, { calls, contacts: 500, callsWithOne: 50, workspaceId, userIds })
await fillTranscripts(database, { workspaceId, linesPerCall })

console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`)
const { rows: versions } = await database.pool.query('show server_version')
console.log(`PostgreSQL ${versions[0].server_version}; load before ${loadavg()[0]?.toFixed(2)}\n`)
console.log('| search | p50 ms | p95 ms | target |')
console.log('|---|---|---|---|')
const searches: readonly (readonly [string, FakeUser, (turn: number) => string])[] = [
  ['a word of half of the lines', admin, () => 'and'],
  ['the same, as a member', member, () => 'and'],
  ['a word of one line in ten', admin, (turn) => `w${turn % 5}x`],
  ['a word of one line in 100', admin, (turn) => `w${100 + turn}x`],
  ['the same, as a member', member, (turn) => `w${100 + turn}x`],
  ['two words of one line in 100', admin, (turn) => `w${100 + turn}x w${180 - turn}x`],
  ['a rare word', admin, (turn) => rareWord(turn)],
  ['the same, as a member', member, (turn) => rareWord(turn)],
  ['a word and a rare word', admin, (turn) => `and ${rareWord(turn)}`],
  ['two letters', admin, () => 'an'],
  ['no result', admin, (turn) => `qqq${turn}`],
]
for (const [name, user, toSearch] of searches) {
  const times: number[] = []
  for (let turn = -warmUps; turn < repeats; turn += 1) {
    const ms = await timed(user, `/calls?search=${encodeURIComponent(toSearch(turn + warmUps))}`)
    if (turn >= 0) times.push(ms)
  }
  const { p50Ms, p95Ms } = toRate(times, 1)
  const verdict = p95Ms <= targetMs ? 'met' : 'missed'
  console.log(`| ${name} | ${p50Ms.toFixed(1)} | ${p95Ms.toFixed(1)} | ${verdict} |`)
}

async function timed(user: FakeUser, path: string): Promise<number> {
  const headers = { [accessTokenHeader]: await accounts.tokenFor(user.id) }
  const sentAt = performance.now()
  const { status, text } = await send({ method: 'GET', path: `/api/v1${path}`, headers })
  const elapsedMs = performance.now() - sentAt
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
  return elapsedMs
}
