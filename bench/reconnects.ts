import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessTokenHeader } from '@parley/contract/phone'
import { sleep } from '@parley/primitives'
import { startTestServer } from '@parley/server/testing'
import {
  type FakeUser,
  startFakeAccountService,
} from '../apps/phone-service/src/testing/fake-account-service.ts'
import { startPhoneProcess } from '../apps/phone-service/src/testing/start-phone-process.ts'
import { connectLive } from '../apps/phone-service/src/testing/test-browser.ts'

/**
 * CPU time of a phone service when 1,000 tabs reconnect within one second, after each of them has been
 * disconnected for a moment: once as tabs that fetch the active calls of their user, once as tabs that name the
 * calls that they know. Half of the users have an active call.
 */

const tabCount = 1_000
const tabsPerUser = 10
const rounds = 5
/** The service limits the tabs of one address. */
const tabsPerAddress = 50

interface Tab {
  readonly user: FakeUser
  readonly accessToken: string
  readonly localAddress: string
  readonly calls: readonly { readonly id: string; readonly version: number }[]
}

const cluster = await startTestServer()
const accounts = await startFakeAccountService()
const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-bench-'))
const phone = await startPhoneProcess({ databaseUrl: cluster.url, accounts, dataDirectory, sipPort: 0 })
try {
  const tabs = await createTabs()
  console.log(
    `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  console.log('\n| tabs that | ms of CPU per tab, median of the rounds | least, most |')
  console.log('|---|---|---|')
  const results = { fetch: [] as number[], resume: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    for (const mode of ['fetch', 'resume'] as const) {
      const used = await measure(tabs, mode)
      // The first round runs code that is not compiled yet.
      if (round >= 0) results[mode].push(used / tabCount)
    }
  }
  printRow('fetch the active calls', results.fetch)
  printRow('name the calls that they know', results.resume)
} finally {
  await phone.kill()
  await accounts[Symbol.asyncDispose]()
  await cluster[Symbol.asyncDispose]()
  await rm(dataDirectory, { recursive: true, force: true })
}

async function createTabs(): Promise<Tab[]> {
  const tabs: Tab[] = []
  for (let index = 0; index < tabCount / tabsPerUser; index++) {
    const user = phone.signUp(`User ${index}`)
    const accessToken = await accounts.tokenFor(user.id)
    await phone.as(user).get('/me')
    const body = { to: '+12125550187', handsetId: randomUUID() }
    if (index % 2 === 0) await phone.as(user).post('/calls', body)
    const calls = (await phone.as(user).get('/calls/active')).body.items
    for (let tab = 0; tab < tabsPerUser; tab++) {
      const localAddress = `127.0.1.${1 + Math.floor(tabs.length / tabsPerAddress)}`
      tabs.push({ user, accessToken, localAddress, calls })
    }
  }
  return tabs
}

/** Connects all tabs within one second, and returns the CPU time that the service needs for them in ms. */
async function measure(tabs: readonly Tab[], mode: 'fetch' | 'resume'): Promise<number> {
  const before = await readCpuMs()
  const sockets = await Promise.all(
    tabs.map(async (tab, index) => {
      await sleep((index * 1_000) / tabs.length)
      return await connect(tab, mode)
    }),
  )
  // The messages after the connection belong to it.
  await sleep(2_000)
  const used = (await readCpuMs()) - before
  for (const socket of sockets) socket.close()
  await sleep(1_000)
  return used
}

async function connect({ user, accessToken, localAddress, calls }: Tab, mode: 'fetch' | 'resume') {
  const known = calls.map(({ id, version }) => ({ id, version }))
  const more = mode === 'resume' ? { resume: { since: Date.now(), calls: known } } : {}
  const connection = await connectLive(phone, user, randomUUID(), randomUUID(), more, { localAddress })
  if (mode === 'fetch') await fetchActiveCalls(accessToken, localAddress)
  return connection
}

async function fetchActiveCalls(accessToken: string, localAddress: string): Promise<void> {
  const headers = { [accessTokenHeader]: accessToken }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  get(`${phone.service.url}/api/v1/calls/active`, { headers, localAddress }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`The status is ${response.statusCode}.`))
    response.resume().once('end', resolve)
  }).once('error', reject)
  await promise
}

/** Returns the CPU time that the process of the phone service has used. */
async function readCpuMs(): Promise<number> {
  const stat = await readFile(`/proc/${phone.pid}/stat`, 'utf8')
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  // Linux counts in hundredths of a second.
  return (user + system) * 10
}

function printRow(what: string, results: readonly number[]): void {
  const sorted = results.toSorted((one, other) => one - other).map((value) => value.toFixed(2))
  console.log(`| ${what} | ${sorted[Math.floor(rounds / 2)]} | ${sorted[0]}, ${sorted.at(-1)} |`)
}
