import type { Call } from '@parley/contract/phone'
import { sleep } from '@parley/primitives'
import { otherNumbersOfTrunk, type TestNode, type TwoNodes } from '../../testing/start-two-nodes.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

/** Incoming calls of these numbers wait in a queue of both users, or hear a menu that leads to a user or the queue. */
export const [numberOfQueue, numberOfMenu] = otherNumbersOfTrunk

const [groupId, queueId, menuId] = [1, 2, 3].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`)
const hangUp = { kind: 'hang-up' }

/** Leads two numbers of the trunk to the queue and to the menu. */
export async function saveRandomRouting({ one, ada, grace }: TwoNodes): Promise<void> {
  const queue = { kind: 'queue', queueId }
  const entries = [
    { key: '1', label: 'Grace', target: { kind: 'user', userId: grace.id } },
    { key: '2', label: 'Orders', target: queue },
  ]
  const route = { openingHoursId: null, closed: hangUp, unanswered: hangUp }
  const configuration = {
    groups: [
      { id: groupId, name: 'Bakers', memberIds: [ada.id, grace.id], strategy: 'all', ringSeconds: 60 },
    ],
    queues: [{ id: queueId, name: 'Orders', groupId, maxWaitSeconds: 300, maxCallers: 5 }],
    menus: [{ id: menuId, name: 'Main', announcementId: null, entries, fallback: hangUp }],
    openingHours: [],
    routes: [
      { ...route, number: numberOfQueue, open: queue },
      { ...route, number: numberOfMenu, open: { kind: 'menu', menuId } },
    ],
  }
  const saved = await one.phone.as(ada).put('/routing', { version: 0, configuration })
  if (saved.status !== 200) throw new Error(`The routing was not saved: ${JSON.stringify(saved.body)}`)
}

interface RandomChange {
  readonly browser: TestBrowser
  readonly api: ReturnType<TestNode['phone']['as']>
  readonly random: () => number
  /** Returns a number that has not been called. */
  readonly nextNumber: () => string
}

type Change = (change: RandomChange, callId: string) => Promise<unknown>

const changes = {
  async 'holds and resumes'({ api, random }, id) {
    await api.put(`/calls/${id}/on-hold`, { onHold: true })
    await sleep(random() * 300)
    await api.put(`/calls/${id}/on-hold`, { onHold: false })
  },
  adds: ({ api, nextNumber }, id) => api.post(`/calls/${id}/participants`, { to: nextNumber() }),
  'transfers blindly': ({ api, nextNumber }, id) =>
    api.post(`/calls/${id}/transfer`, { to: nextNumber(), mode: 'blind' }),
  async consults({ api, random, nextNumber }, id) {
    await api.post(`/calls/${id}/transfer`, { to: nextNumber(), mode: 'attended' })
    await sleep(random() * 600)
    const end = ['complete', 'cancel', 'join'][Math.floor(random() * 3)]
    await api.post(`/calls/${id}/transfer/${end}`, {})
  },
  async parks({ api, browser, random }, id) {
    await api.post(`/calls/${id}/park`)
    await sleep(random() * 300)
    if (random() < 0.7) await browser.pickUp(id)
  },
  async merges(change, id) {
    const { api, browser, nextNumber } = change
    if (!(await findAnsweredCall(change, id))) await browser.call(nextNumber())
    const other = await waitForAnswer(change, id)
    if (other) await api.post(`/calls/${id}/merge`, { call: other })
  },
} satisfies Readonly<Record<string, Change>>

/** A change of a call. */
export type ChangeName = keyof typeof changes

export const changeNames = Object.keys(changes) as ChangeName[]

/** Changes an answered call of a user, who calls a number when there is none. */
export async function changeCall(name: ChangeName, change: RandomChange): Promise<void> {
  const existing = await findAnsweredCall(change)
  if (!existing) await change.browser.call(change.nextNumber())
  const id = existing ?? (await waitForAnswer(change))
  if (id) await changes[name](change, id)
}

async function waitForAnswer(change: RandomChange, exceptId?: string): Promise<string | null> {
  for (let attempt = 0; attempt < 8; attempt++) {
    const found = await findAnsweredCall(change, exceptId)
    if (found) return found
    await sleep(250)
  }
  return null
}

async function findAnsweredCall({ api }: RandomChange, exceptId?: string): Promise<string | null> {
  const { body } = await api.get('/calls/active')
  const calls = body.items as readonly Call[]
  return calls.find(({ id, answeredAt }) => answeredAt !== null && id !== exceptId)?.id ?? null
}
