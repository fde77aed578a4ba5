import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { startTestApp } from '@parley/dev-env'
import { sleep } from '@parley/primitives'

/**
 * CPU time of both services, in one process, for users who are signed in and do nothing: each has four tabs, which
 * send a ping every 5 s. The idle service without them is subtracted.
 */

const userCount = 40
const tabsPerUser = 4
const windowMs = 60_000
const pingIntervalMs = 5_000

await using app = await startTestApp({
  settings: {
    PARLEY_RATE_LIMIT_FACTOR: '1000',
    PARLEY_MAX_LIVE_CONNECTIONS_PER_NETWORK: '10000',
    PARLEY_MAX_CONNECTIONS_PER_NETWORK: '10000',
    PARLEY_LOG_LEVEL: 'warn',
  },
})
const config = await (await fetch(`${app.phoneUrl}/api/v1/client-config`)).json()
const tokens: string[] = []
tokens.push(...(await Promise.all(Array.from({ length: userCount }, signUp))))

const withoutUsers = await measure()
const sockets = await Promise.all(
  tokens.flatMap((accessToken) => Array.from({ length: tabsPerUser }, () => connect(accessToken))),
)
const pings = sockets.map((socket) => {
  const ping = () => socket.send(JSON.stringify({ type: 'ping', nonce: 1 }))
  return setInterval(ping, pingIntervalMs)
})
// The connections themselves are not measured.
await sleep(20_000)
const withUsers = await measure()
for (const ping of pings) clearInterval(ping)
for (const socket of sockets) socket.close()

console.log(
  `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
)
console.log(`Without users: ${(withoutUsers * 100).toFixed(2)} % of a core; with ${userCount} users with`)
console.log(`${tabsPerUser} tabs each: ${(withUsers * 100).toFixed(2)} %, which is for each user`)
console.log(`${(((withUsers - withoutUsers) / userCount) * 100).toFixed(4)} % of a core.`)

/** Returns the access token of a new user. */
async function signUp(): Promise<string> {
  const response = await fetch(`${app.accountsUrl}/api/v1/auth/password/sign-up`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-stack-access-type': 'client',
      'x-stack-project-id': config.projectId,
      'x-stack-publishable-client-key': config.publishableClientKey,
    },
    body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: randomUUID() }),
  })
  if (!response.ok) throw new Error(`The sign-up failed: ${await response.text()}`)
  return (await response.json()).access_token
}

async function connect(accessToken: string): Promise<WebSocket> {
  // Tabs do not connect, and are not checked, at the same time.
  await sleep(Math.random() * 15_000)
  const socket = new WebSocket(`${app.phoneUrl.replace('http', 'ws')}/api/v1/live`)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const ready = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
  socket.send(JSON.stringify({ type: 'hello', accessToken, handsetId: randomUUID(), deviceId: randomUUID() }))
  await ready
  return socket
}

/** Returns the share of a core that the process uses. */
async function measure(): Promise<number> {
  const before = await readCpuMs()
  await sleep(windowMs)
  return ((await readCpuMs()) - before) / windowMs
}

async function readCpuMs(): Promise<number> {
  const stat = await readFile(`/proc/${app.pid}/stat`, 'utf8')
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  // Linux counts in hundredths of a second.
  return (user + system) * 10
}
