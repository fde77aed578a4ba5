import type { Handset, LiveHub } from '../../apps/phone-service/src/live/index.ts'

export const tabsPerUser = 2

/** A tab whose activity a benchmark changes. */
export type BenchTab = Handset & { isActive: boolean }

interface TabCounts {
  readonly tabCount: number
  readonly usersPerWorkspace: number
  /** Number of the first tab; 0 by default. */
  readonly firstTab?: number
}

/** Returns the workspace of a user. */
export function getWorkspace(
  user: number,
  { usersPerWorkspace }: Pick<TabCounts, 'usersPerWorkspace'>,
): string {
  return `workspace-${Math.floor(user / usersPerWorkspace)}`
}

/**
 * Connects tabs of users, two for each, without sockets. Returns the tabs.
 *
 * @param onSent Called with the size of the JSON text of each message to a tab.
 */
export function connectTabs(live: LiveHub, counts: TabCounts, onSent: (bytes: number) => void): BenchTab[] {
  const userCount = counts.tabCount / tabsPerUser
  return Array.from({ length: counts.tabCount }, (_, index) => {
    const tab = (counts.firstTab ?? 0) + index
    const user = tab % userCount
    const handset: BenchTab = {
      connectionId: `connection-${tab}`,
      workspaceId: getWorkspace(user, counts),
      userId: `user-${user}`,
      handsetId: `tab-${tab}`,
      workspaceIds: [getWorkspace(user, counts)],
      sessionId: null,
      isPhoneAdmin: false,
      seesColleagues: true,
      isActive: false,
      deviceId: `device-${user}`,
      focusedAt: tab,
      resume: null,
      send: (sent) => onSent(JSON.stringify(sent).length),
      recheck: () => {},
      leave: () => {},
    }
    live.connect(handset)
    return handset
  })
}
