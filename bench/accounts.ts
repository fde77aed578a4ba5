import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProjectWithKeys } from '@parley/account-service'
import { freePorts } from '@parley/dev-env'
import { openDatabase } from '@parley/server'
import { removeData } from '@parley/server/testing'
import type { ClientConfig } from 'pg'
import { SMTPServer } from 'smtp-server'
import { type Answer, type Call, load, type Rate, rateOf, type Send, senderTo } from './accounts/load.ts'
import { type Server, startServer } from './accounts/processes.ts'

/**
 * The account service beside better-auth: the same database server, the same cost of a password, the same machine, turn by
 * turn in one run. Then mail, memory, and how reads grow from ten thousand users to a million.
 */

const connections = 16
const roundMs = Number(process.env.PARLEY_BENCH_ROUND_MS ?? 5_000)
const rounds = 3
const manyUsers = Number(process.env.PARLEY_BENCH_USERS ?? 1_000_000)
const fewUsers = 10_000
const password = 'correct horse battery'
let people = 0
let turn = 0

const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'))
await using stack = new AsyncDisposableStack()
stack.defer(() => removeData(directory))
const database = stack.use(await openDatabase({ kind: 'embedded', dataDirectory: directory }))
const mails = stack.use(await startMailServer())

console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`)
const { rows: versions } = await database.pool.query('show server_version')
console.log(
  `PostgreSQL ${versions[0].server_version}, ${connections} connections, ${rounds} rounds of ${roundMs} ms\n`,
)

const ours = stack.use(await startOurs())
await new Promise((resolve) => setTimeout(resolve, 10_000))
console.log(`Idle memory of --role accounts: ${ours.memoryMiB().toFixed(0)} MiB\n`)
const theirs = stack.use(await startTheirs())
const sendOurs = stack.use(senderTo(ours.port, connections))
const sendTheirs = stack.use(senderTo(theirs.port, connections))

const project = await createProjectWithKeys(database, { displayName: 'Benchmark' })
const client = {
  'x-stack-project-id': project.projectId,
  'x-stack-access-type': 'client',
  'x-stack-publishable-client-key': project.publishableClientKey,
}
const back = {
  'x-stack-project-id': project.projectId,
  'x-stack-access-type': 'server',
  'x-stack-secret-server-key': project.secretServerKey,
}
const us = await newPerson(sendOurs, ourSignUp)
const them = await newPerson(sendTheirs, theirSignUp)
const ourPeople = await manyPeople(sendOurs, ourSignUp)
const theirPeople = await manyPeople(sendTheirs, theirSignUp)
const tokens = JSON.parse(us.text) as { access_token: string; refresh_token: string }
const cookie = them.cookies.map((one) => one.split(';')[0]).join('; ')

const rawRates: number[] = []
const measureRaw = () => {
  const script = new URL('./accounts/raw-hashes.ts', import.meta.url).pathname
  rawRates.push(Number(execFileSync(process.execPath, [script, String(roundMs)], { encoding: 'utf8' })))
}

console.log(
  '| call | Parley, a second | p50, p95, p99 ms | better-auth, a second | p50, p95, p99 ms | ratio |',
)
console.log('|---|---|---|---|---|---|')
const signIn = await compare('sign-in', ourSignIn, theirSignIn, measureRaw)
const raw = median(rawRates)
console.log(
  `| raw Argon2id on every core | ${raw.toFixed(0)} | | | | ${(signIn.perSecond / raw).toFixed(2)} of it |`,
)
await compare('sign-up', ourSignUp, theirSignUp)
await compare(
  '/users/me beside get-session',
  () => ({
    method: 'GET',
    path: '/api/v1/users/me',
    headers: { ...client, 'x-stack-access-token': tokens.access_token },
  }),
  () => ({
    method: 'GET',
    path: '/api/auth/get-session',
    headers: { cookie, origin: `http://127.0.0.1:${theirs.port}` },
  }),
)
const before = ours.cpuMs()
const refresh = await load(sendOurs, { connections, forMs: roundMs * 2, next: ourRefresh })
const refreshes = refresh.perSecond * ((roundMs * 2) / 1_000)
const perCore = 1_000 / ((ours.cpuMs() - before) / refreshes)
console.log(
  `| refresh | ${show(refresh)} | | | ${perCore.toFixed(0)} a second for each core that the server uses |`,
)

const handed = await measureMail()
console.log(
  `\nRequest of a sign-in code until its mail is handed over: p50 ${handed.p50Ms.toFixed(0)} ms, p95 ${handed.p95Ms.toFixed(0)} ms`,
)

console.log('\n| read | p95 ms at 10,000 users | p95 ms at a million | ratio |')
console.log('|---|---|---|---|')
await fillUsers(fewUsers)
const few = await measureReads()
await fillUsers(manyUsers)
const many = await measureReads()
for (const [name, rate] of Object.entries(few)) {
  const other = many[name]!
  console.log(
    `| ${name} | ${rate.p95Ms.toFixed(1)} | ${other.p95Ms.toFixed(1)} | ${(other.p95Ms / rate.p95Ms).toFixed(2)} |`,
  )
}

async function compare(
  name: string,
  nextOurs: () => Call,
  nextTheirs: () => Call,
  between: () => void = () => {},
): Promise<Rate> {
  const rates: { ours: Rate[]; theirs: Rate[] } = { ours: [], theirs: [] }
  for (let round = 0; round < rounds; round++) {
    rates.ours.push(await load(sendOurs, { connections, forMs: roundMs, next: nextOurs }))
    between()
    rates.theirs.push(await load(sendTheirs, { connections, forMs: roundMs, next: nextTheirs }))
  }
  const [one, other] = [middle(rates.ours), middle(rates.theirs)]
  console.log(`| ${name} | ${show(one)} | ${show(other)} | ${(one.perSecond / other.perSecond).toFixed(2)} |`)
  return one
}

function show({ perSecond, p50Ms, p95Ms, p99Ms }: Rate): string {
  return `${perSecond.toFixed(0)} | ${p50Ms.toFixed(1)}, ${p95Ms.toFixed(1)}, ${p99Ms.toFixed(1)}`
}

function middle(rates: readonly Rate[]): Rate {
  return rates.toSorted((one, other) => one.perSecond - other.perSecond)[Math.floor(rates.length / 2)]!
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The product as it is run on several machines: accounts alone, on a database that others share. */
async function startOurs(): Promise<Server> {
  const [port = 0] = await freePorts(1)
  return await startServer(
    new URL('../apps/parley/src/command-line.ts', import.meta.url).pathname,
    ['serve', '--role', 'accounts'],
    {
      DATABASE_URL: urlOf(database.connection),
      PARLEY_DATA: join(directory, 'accounts'),
      PARLEY_SECRET: 'a secret of the benchmark, long enough to be taken',
      PARLEY_ACCOUNTS_PORT: String(port),
      PARLEY_PUBLIC_ACCOUNTS_URL: 'http://accounts.example.com',
      PARLEY_PUBLIC_PHONE_URL: 'http://phone.example.com',
      PARLEY_RATE_LIMIT_FACTOR: '1000000',
      PARLEY_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    },
    { port, ready: 'Parley is ready' },
  )
}

async function startTheirs(): Promise<Server> {
  const [port = 0] = await freePorts(1)
  await database.pool.query('create database peer')
  return await startServer(
    new URL('./accounts/better-auth.ts', import.meta.url).pathname,
    [],
    {
      DATABASE_URL: urlOf({ ...database.connection, database: 'peer' }),
      PORT: String(port),
      NODE_ENV: 'production',
    },
    { port, ready: 'listening' },
  )
}

function urlOf({ host = '', user = '', password, database: name = '' }: ClientConfig): string {
  return `postgresql://${user}:${password}@localhost/${name}?host=${encodeURIComponent(host)}`
}

/** A mail server that takes everything, and knows for how long the mail of a sign-in code was on its way. */
async function startMailServer() {
  const arrivals = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) arrivals.set(address, performance.now())
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    arrivals,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}

/** Asks for the code of many people, a few a second, and waits until the mail of each is here. */
async function measureMail(): Promise<Rate> {
  await database.pool.query(
    `update accounts.projects set config = (config::jsonb || '{"magic_link_enabled": true}')::json where id = $1`,
    [project.projectId],
  )
  const times: number[] = []
  for (let index = 0; index < 100; index++) {
    const email = newAddress()
    const askedAt = performance.now()
    const { status, text } = await sendOurs({
      method: 'POST',
      path: '/api/v1/auth/otp/send-sign-in-code',
      headers: client,
      body: JSON.stringify({ email, callback_url: 'http://localhost:3000/handler/magic-link-callback' }),
    })
    if (status !== 200) throw new Error(`No code was sent: ${text}`)
    while (!mails.arrivals.has(email)) await new Promise((resolve) => setTimeout(resolve, 1))
    times.push(mails.arrivals.get(email)! - askedAt)
  }
  return rateOf(times, 1_000)
}

function newAddress(): string {
  people += 1
  return `person-${people}@example.com`
}

async function newPerson(send: Send, signUp: () => Call): Promise<Answer> {
  const answer = await send(signUp())
  if (answer.status !== 200) throw new Error(`Signing up answered ${answer.status}: ${answer.text}`)
  return answer
}

/** People who sign in by turns: a thousand who want to be the same one would wait for each other. */
async function manyPeople(send: Send, signUp: () => Call): Promise<string[]> {
  const emails: string[] = []
  for (let index = 0; index < 100; index++) {
    const call = signUp()
    await newPerson(send, () => call)
    emails.push((JSON.parse(call.body ?? '{}') as { email: string }).email)
  }
  return emails
}

function ourSignUp(): Call {
  const body = {
    email: newAddress(),
    password,
    verification_callback_url: 'http://localhost:3000/handler/email-verification',
  }
  return {
    method: 'POST',
    path: '/api/v1/auth/password/sign-up',
    headers: client,
    body: JSON.stringify(body),
  }
}

function ourSignIn(): Call {
  const body = { email: ourPeople[turn++ % ourPeople.length], password }
  return {
    method: 'POST',
    path: '/api/v1/auth/password/sign-in',
    headers: client,
    body: JSON.stringify(body),
  }
}

function ourRefresh(): Call {
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
    client_id: project.projectId,
    client_secret: project.publishableClientKey,
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', path: '/api/v1/auth/oauth/token', headers, body: form.toString() }
}

function theirSignUp(): Call {
  const email = newAddress()
  return theirPost('/api/auth/sign-up/email', { name: 'Ada', email, password })
}

function theirSignIn(): Call {
  return theirPost('/api/auth/sign-in/email', {
    email: theirPeople[turn++ % theirPeople.length],
    password,
  })
}

function theirPost(path: string, body: object): Call {
  return {
    method: 'POST',
    path,
    headers: { origin: `http://127.0.0.1:${theirs.port}` },
    body: JSON.stringify(body),
  }
}

/** Fills the project up to as many users. Triggers are left out and what they keep is written, or it would take an hour. */
async function fillUsers(count: number): Promise<void> {
  const connection = await database.pool.connect()
  try {
    await connection.query(
      'set search_path to accounts; set session_replication_role = replica; drop index users_search',
    )
    await connection.query(
      `with made as (
         insert into users (id, project_id, display_name, signed_up_at, search_text)
         select gen_random_uuid(), $1, 'Person ' || n, now() - n * interval '1 second',
           'person ' || n || E'\\nfilled-' || n || '@example.com'
         from generate_series((select count(*) + 1 from users where project_id = $1), $2::bigint) n
         returning *
       ), addressed as (
         insert into contact_channels
           (id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at)
         select gen_random_uuid(), project_id, id, 'email', split_part(search_text, E'\\n', 2), true, true, true, signed_up_at
         from made
       )
       insert into user_activity (user_id, project_id, last_active_at) select id, project_id, signed_up_at from made`,
      [project.projectId, count],
    )
    await connection.query(`create index users_search on users using gin (grams_of(search_text));
      insert into counters select project_id, 'users', count(*) from users where project_id = '${project.projectId}'
        group by 1 on conflict (project_id, name) do update set count = excluded.count;
      reset session_replication_role; reset search_path`)
    await connection.query('vacuum analyze')
  } finally {
    connection.release()
  }
}

/** How long reads of an owner's back end take, one after the other. */
async function measureReads(): Promise<Record<string, Rate>> {
  const { rows } = await database.pool.query<{ id: string; number: string }>(
    `select id, split_part(display_name, ' ', 2) as number from accounts.users
     where project_id = $1 and display_name like 'Person %' order by id limit 200`,
    [project.projectId],
  )
  const some = () => rows[Math.floor(Math.random() * rows.length)]!
  const get = (path: string) => () => ({ method: 'GET', path: `/api/v1${path}`, headers: back }) as const
  const reads: Record<string, () => Call> = {
    'first page of 100': get('/users?limit=100'),
    'latest page of 100': get('/users?limit=100&desc=true&order_by=signed_up_at'),
    'page of 100 from within': () => get(`/users?limit=100&cursor=${some().id}`)(),
    'search of an address': () => get(`/users?limit=100&query=filled-${some().number}@`)(),
    'search of a name': () =>
      get(`/users?limit=100&query=${encodeURIComponent(`Person ${some().number}`)}`)(),
    'search of three characters that all have': get('/users?limit=100&query=per'),
    'search of what nobody has': get('/users?limit=100&query=zzzqqq'),
    'one user': () => get(`/users/${some().id}`)(),
    'addresses of a user': () => get(`/contact-channels?user_id=${some().id}`)(),
    'teams of a user': () => get(`/teams?user_id=${some().id}`)(),
  }
  const rates: Record<string, Rate> = {}
  for (const [name, next] of Object.entries(reads)) {
    await load(sendOurs, { connections: 1, forMs: 500, next })
    rates[name] = await load(sendOurs, { connections: 1, forMs: 3_000, next })
  }
  return rates
}
