import { cpus, loadavg } from 'node:os'
import { createLiveHub, type ServerMessage } from '../apps/phone-service/src/live/index.ts'
import { connectTabs, getWorkspace, tabsPerUser } from './live/connect-tabs.ts'

/**
 * CPU time of an event for one user, from the call of the operation to the JSON text for each of the user's
 * tabs, without the socket. Users have two tabs each, and workspaces have ten users; then all are in one
 * workspace.
 */

const rounds = 7
const eventsPerRound = 20_000

const message: ServerMessage = { type: 'contacts.changed' }

console.log(
  `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
)
console.log('\n| tabs | users in a workspace | µs of CPU per event, median of the rounds | most |')
console.log('|---|---|---|---|')
for (const tabCount of [100, 1_000, 10_000]) {
  for (const usersPerWorkspace of [10, tabCount / tabsPerUser]) measure(tabCount, usersPerWorkspace)
}

function measure(tabCount: number, usersPerWorkspace: number): void {
  const live = createLiveHub()
  const userCount = tabCount / tabsPerUser
  const counts = { tabCount, usersPerWorkspace }
  let sentBytes = 0
  connectTabs(live, counts, (bytes) => {
    sentBytes += bytes
  })

  const results: number[] = []
  for (let round = -1; round < rounds; round++) {
    const before = process.cpuUsage()
    for (let event = 0; event < eventsPerRound; event++) {
      const user = (event * 7) % userCount
      live.sendToTabsShowing(getWorkspace(user, counts), `user-${user}`, message)
    }
    const { user, system } = process.cpuUsage(before)
    // The first round runs code that is not compiled yet.
    if (round >= 0) results.push((user + system) / eventsPerRound)
  }
  const expectedBytes = (rounds + 1) * eventsPerRound * tabsPerUser * JSON.stringify(message).length
  if (sentBytes !== expectedBytes) throw new Error('An event did not reach the tabs of its user.')
  const sorted = results.toSorted((one, other) => one - other)
  const median = sorted[Math.floor(rounds / 2)] ?? Number.NaN
  console.log(
    `| ${tabCount} | ${usersPerWorkspace} | ${median.toFixed(2)} | ${(sorted.at(-1) ?? Number.NaN).toFixed(2)} |`,
  )
}
