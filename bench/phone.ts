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
import { fillWorkspace, toNumber } from './phone/fill-workspace.ts'

/**
 * The lists and searches of a workspace with 1,000 calls and 500 contacts, and of one with 100,000 calls and 50,000
 * contacts, in one database. They are read alternately over one connection, from the request to the whole response. The
 * large workspace has a contact with 5,000 calls.
 */

const sizes = [
  { calls: 1_000, contacts: 500, callsWithOne: 50 },
  { calls: 100_000, contacts: 50_000, callsWithOne: 5_000 },
] as const
const members = 10
const warmUps = 10
const repeats = 100
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

console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`)
const { rows: versions } = await database.pool.query('show server_version')
console.log(`PostgreSQL ${versions[0].server_version}; load before ${loadavg()[0]?.toFixed(2)}\n`)
const [small, large] = [await createWorkspace(sizes[0]), await createWorkspace(sizes[1])]

console.log(
  `| read | p50, p95 ms at ${sizes[0].calls} calls | p50, p95 ms at ${sizes[1].calls} | ratio of p95 | target |`,
)
console.log('|---|---|---|---|---|')
const readsOfLarge = new Map(large.reads)
for (const [name, readSmall] of small.reads) {
  const readLarge = required(readsOfLarge.get(name), 'the same read of the large workspace')
  const times = { small: [] as number[], large: [] as number[] }
  for (let turn = -warmUps; turn < repeats; turn++) {
    const [smallMs, largeMs] = [
      await timed(readSmall(turn + warmUps)),
      await timed(readLarge(turn + warmUps)),
    ]
    if (turn < 0) continue
    times.small.push(smallMs)
    times.large.push(largeMs)
  }
  const [one, other] = [toRate(times.small, 1), toRate(times.large, 1)]
  const verdict = other.p95Ms <= targetMs ? 'met' : 'missed'
  console.log(
    `| ${name} | ${one.p50Ms.toFixed(1)}, ${one.p95Ms.toFixed(1)} | ${other.p50Ms.toFixed(1)}, ${other.p95Ms.toFixed(1)} | ${(other.p95Ms / one.p95Ms).toFixed(2)} | ${verdict} |`,
  )
}

async function timed({ user, path }: { readonly user: FakeUser; readonly path: string }): Promise<number> {
  const headers = { [accessTokenHeader]: await accounts.tokenFor(user.id) }
  const sentAt = performance.now()
  const { status, text } = await send({ method: 'GET', path: `/api/v1${path}`, headers })
  const elapsedMs = performance.now() - sentAt
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
  return elapsedMs
}

/** Creates a workspace of this size with an administrator and members, and the reads to measure. */
async function createWorkspace(size: (typeof sizes)[number]) {
  const admin = phone.signUp('Ada')
  const [workspaceId] = admin.teamIds
  const users = Array.from({ length: members - 1 }, (_, index) =>
    accounts.addUser(`Member ${index}`, [...admin.teamIds]),
  )
  const member = required(users[0], 'a member')
  const userIds = [admin, ...users].map(({ id }) => id)
  await fillWorkspace(database, { ...size, workspaceId: required(workspaceId, 'a workspace'), userIds })
  const { rows } = await database.pool.query(
    `select contact_id from phone.contact_numbers where workspace_id = $1 and number = any($2)
     order by number`,
    [workspaceId, Array.from({ length: 300 }, (_, position) => toNumber(position))],
  )
  const [busy, ...others] = rows.map(({ contact_id }) => contact_id)
  const { nextCursor } = (await phone.as(admin).get(`/contacts/${busy}/timeline`)).body
  const timeline = (user: FakeUser) => (turn: number) => ({
    user,
    path: `/contacts/${others[turn % others.length]}/timeline`,
  })
  const fixed = (user: FakeUser, path: string) => () => ({ user, path })
  const reads: [string, (turn: number) => { user: FakeUser; path: string }][] = [
    ['calls of a member, 50', fixed(member, '/calls')],
    ['calls of the workspace, 50', fixed(admin, '/calls?scope=workspace')],
    [
      'search for one note',
      (turn) => ({ user: admin, path: `/calls?scope=workspace&search=offer${5 * turn + 5}` }),
    ],
    ['search for a word of one in five calls', fixed(admin, '/calls?scope=workspace&search=spring')],
    ['search for the name of a contact', (turn) => ({ user: member, path: `/calls?search=given${turn}` })],
    [
      'search for a comment',
      (turn) => ({ user: admin, path: `/calls?scope=workspace&search=order+500${turn}0` }),
    ],
    ['search without results', fixed(member, '/calls?search=qqqqq')],
    ['calls with a tag', fixed(member, '/calls?tag=Tag+10')],
    ['calls assigned to a member', fixed(member, '/calls?filter=assigned')],
    ['suggested tags', fixed(member, '/calls/tags')],
    ['first view of a timeline, member', timeline(member)],
    ['first view of a timeline, administrator', timeline(admin)],
    [
      'first view of the timeline of the busiest contact, member',
      fixed(member, `/contacts/${busy}/timeline`),
    ],
    [
      'first view of the timeline of the busiest contact, administrator',
      fixed(admin, `/contacts/${busy}/timeline`),
    ],
    ['second page of it', fixed(admin, `/contacts/${busy}/timeline?cursor=${nextCursor}`)],
    ['contacts, 100', fixed(member, '/contacts')],
    ['search for a contact', (turn) => ({ user: member, path: `/contacts?search=given${turn}+fam` })],
  ]
  return { reads }
}
