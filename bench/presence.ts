import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLiveHub } from '../apps/phone-service/src/live/index.ts'
import { PresenceBoard } from '../apps/phone-service/src/presence/presence-board.ts'
import { connectTabs, tabsPerUser } from './live/connect-tabs.ts'

/**
 * CPU time of a change of presence, from the report of the tab to the JSON text for each tab of the colleagues,
 * and of a connect, which receives the list of those who are not away. Without the sockets; users have two tabs
 * each. All users become active, idle and active again, one change each within half a second.
 */

const rounds = 7
/** Changes within half a second are published together. */
const publishWaitMs = 600

console.log(
  `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
)
console.log(
  '\n| tabs | users in a workspace | messages per change | µs of CPU per change | per message | µs per connect |',
)
console.log('|---|---|---|---|---|---|')
for (const [tabCount, usersPerWorkspace] of [
  [400, 200],
  [10_000, 10],
  [10_000, 200],
] as const)
  await measure(tabCount, usersPerWorkspace)

async function measure(tabCount: number, usersPerWorkspace: number): Promise<void> {
  const live = createLiveHub()
  using _ = new PresenceBoard({ live, getSetting: () => null })
  let messages = 0
  const count = () => {
    messages += 1
  }
  const tabs = connectTabs(live, { tabCount, usersPerWorkspace }, count)
  const users = tabs.slice(0, tabCount / tabsPerUser)

  const changes: number[] = []
  for (let round = -1; round < rounds; round++) {
    messages = 0
    const before = process.cpuUsage()
    for (const tab of users) {
      tab.isActive = !tab.isActive
      live.update(tab, 'activity')
    }
    await sleep(publishWaitMs)
    // The first round runs code that is not compiled yet.
    if (round >= 0) changes.push(readCpu(before) / users.length)
    if (messages !== users.length * usersPerWorkspace * tabsPerUser)
      throw new Error('A change did not reach the tabs of the colleagues.')
  }

  for (const tab of users) {
    tab.isActive = true
    live.update(tab, 'activity')
  }
  await sleep(publishWaitMs)
  messages = 0
  const before = process.cpuUsage()
  connectTabs(live, { tabCount, usersPerWorkspace, firstTab: tabCount }, count)
  const connect = readCpu(before) / tabCount
  if (messages !== tabCount) throw new Error('A tab that connected did not receive the list.')
  const messagesPerChange = usersPerWorkspace * tabsPerUser
  const change = changes.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? Number.NaN
  console.log(
    `| ${tabCount} | ${usersPerWorkspace} | ${messagesPerChange} | ${change.toFixed(1)} | ${(change / messagesPerChange).toFixed(2)} | ${connect.toFixed(1)} |`,
  )
}

function readCpu(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}
