import { seededRandom, sleep, waitUntil } from '@parley/primitives'
import type { TestCall } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { numberOfTrunk, startTwoNodes, type TestNode, type TwoNodes } from '../testing/start-two-nodes.ts'
import { openBrowser, type TestBrowser } from '../testing/test-browser.ts'
import {
  type ChangeName,
  changeCall,
  changeNames,
  numberOfMenu,
  numberOfQueue,
  saveRandomRouting,
} from './testing/random-changes.ts'

const rounds = Number(process.env.PARLEY_NODE_ROUNDS ?? 20)
const seed = Number(process.env.PARLEY_NODE_SEED ?? 1)
const maxSteps = 8
/** Silence of 12 s, two checks, and the retries of a busy machine. */
const settleMs = 90_000

/**
 * Guarantee: after failures of two nodes and of Redis, no call stays without an end, none is dialled or answered
 * twice, and no call slot stays reserved.
 */
test(`FO1: ${rounds} rounds of random calls, with kills of nodes and of Redis, leave nothing behind`, {
  timeout: 60_000 + rounds * settleMs,
}, async () => {
  await using nodes = await startTwoNodes()
  await saveRandomRouting(nodes)
  const chaos = new Chaos(nodes)
  for (let round = 1; round <= rounds; round++) {
    await chaos.runRound()
    await chaos.expectNothingLeft(`seed ${seed}, round ${round}: ${chaos.history.join(', ')}`)
  }
  const { rows } = await nodes.database.pool.query(
    'select distinct direction from phone.calls where answered_at is not null order by 1',
  )
  expect(rows).toEqual([{ direction: 'incoming' }, { direction: 'outgoing' }])
  const events = await nodes.database.pool.query('select distinct type from phone.call_events')
  expect(events.rows.map(({ type }) => type)).toEqual(expect.arrayContaining(['hold', 'queue', 'transfer']))
})

interface Tab {
  readonly node: TestNode
  readonly user: FakeUser
  readonly browser: TestBrowser
}

/** Random events at two nodes, chosen by a generator with a seed. */
class Chaos {
  readonly #nodes: TwoNodes
  readonly #random = seededRandom(seed)
  /** Of the telephone, which does not choose at the same moments in each run. */
  readonly #randomOfTelephone = seededRandom(seed + 1)
  readonly #farCalls: TestCall[] = []
  readonly #dialled: string[] = []
  #dead: TestNode | null = null
  #isRedisDead = false
  #nextNumber = 2_000
  history: string[] = []

  constructor(nodes: TwoNodes) {
    this.#nodes = nodes
    void this.#receiveCalls()
  }

  async runRound(): Promise<void> {
    const { one, other, ada, grace } = this.#nodes
    this.history = []
    await using stack = new AsyncDisposableStack()
    const tabs: Tab[] = []
    for (const [node, user] of [
      [one, ada],
      [other, grace],
    ] as const)
      tabs.push({ node, user, browser: stack.use(await openBrowser(node.phone, user)) })
    const work: Promise<unknown>[] = []
    const steps = 2 + Math.floor(this.#random() * (maxSteps - 1))
    for (let step = 0; step < steps; step++) {
      // It fails when its node is killed, which is not a fault.
      work.push(this.#takeStep(tabs).catch(() => undefined))
      await sleep(this.#random() * 400)
    }
    await Promise.all(work)
    for (const call of this.#farCalls.splice(0)) await endFarCall(call)
    if (this.#isRedisDead) await this.#nodes.redis.start()
    this.#isRedisDead = false
    await this.#waitForFailOver(tabs)
    await this.#dead?.restart()
    this.#dead = null
    await Promise.all(tabs.map((tab) => this.#hangUpAll(tab).catch(() => undefined)))
  }

  async expectNothingLeft(context: string): Promise<void> {
    const { pool } = this.#nodes.database
    const slots = async () =>
      (await pool.query('select unnest(slot_ids) as id from phone.calling_limits')).rows
    const timers = async () => (await pool.query('select name from phone.call_timers')).rows
    const isSettled = async () =>
      (await this.#listUnended()).length === 0 &&
      (await slots()).length === 0 &&
      (await timers()).length === 0
    await waitUntil(`no call, no slot and no timer is left; ${context}`, isSettled, settleMs)
    expect(await this.#listAnsweredTwice(), `calls that were answered twice; ${context}`).toEqual([])
    const { rows: withGaps } = await pool.query(
      `select call_id from phone.call_events group by call_id
       having max(number) <> count(*) or count(*) filter (where type = 'ended') <> 1`,
    )
    expect(withGaps, `calls whose events have a gap or another number of ends; ${context}`).toEqual([])
    expect(this.#dialled.length, `numbers that were dialled twice; ${context}`).toBe(
      new Set(this.#dialled).size,
    )
  }

  /** Of a call, no telephone is there twice, and no two users talk to it at the same time. */
  async #listAnsweredTwice(): Promise<unknown[]> {
    const { rows } = await this.#nodes.database.pool.query(
      `with legs as (
         select id, leg ->> 'id' as leg_id, leg ->> 'kind' as kind, leg ->> 'number' as number,
           leg ->> 'userId' as user_id, (leg ->> 'joinedAt')::int8 as joined_at,
           coalesce((leg ->> 'leftAt')::int8, ended_at_ms) as left_at
         from phone.calls, lateral (select (extract(epoch from ended_at) * 1000)::int8 as ended_at_ms) times,
           jsonb_array_elements(state -> 'legs') leg
       )
       select one.* from legs one join legs other on one.id = other.id and one.leg_id < other.leg_id
       where one.kind = 'phone' and other.kind = 'phone' and one.number = other.number
         or one.kind = 'browser' and other.kind = 'browser' and one.user_id <> other.user_id
           and least(one.left_at, other.left_at) - greatest(one.joined_at, other.joined_at) > 1000`,
    )
    return rows
  }

  async #takeStep(tabs: readonly Tab[]): Promise<void> {
    const tab = this.#pick(tabs)
    const chance = this.#random()
    if (chance < 0.25) return await this.#dial(tab)
    if (chance < 0.5) return await this.#callIn(tabs)
    if (chance < 0.8) return await this.#change(tab, this.#pick(changeNames))
    if (chance < 0.88) return await this.#hangUpAll(tab)
    if (chance < 0.96) return await this.#killNode(this.#pick([this.#nodes.one, this.#nodes.other]))
    await this.#killRedis()
  }

  async #dial({ browser, user }: Tab): Promise<void> {
    const number = this.#takeNumber()
    this.history.push(`${user.displayName} dials ${number}`)
    await browser.call(number)
  }

  /** A telephone calls one node; both users answer at the same time. */
  async #callIn(tabs: readonly Tab[]): Promise<void> {
    const node = this.#pick([this.#nodes.one, this.#nodes.other])
    const to = this.#pick([numberOfTrunk, numberOfTrunk, numberOfQueue, numberOfMenu])
    const from = `+1555010${1_000 + this.#nextNumber++}`
    const key = this.#pick(['1', '2'])
    this.history.push(`a call to ${to} for node ${this.#getName(node)} from ${from}`)
    const call = await this.#nodes.far.call(to, from, node.sipPort)
    this.#farCalls.push(call)
    if (to === numberOfMenu)
      call.next('answered').then(
        () => call.press(key),
        () => undefined,
      )
    const answer = async ({ browser }: Tab) => {
      const { call: ringing } = await browser.next('call.incoming', (message) => message.call.number === from)
      await browser.answer(ringing.id)
    }
    await Promise.race([Promise.allSettled(tabs.map(answer)), sleep(3_000)])
  }

  /** The request arrives at any node, as behind a proxy. */
  async #change({ browser, user }: Tab, name: ChangeName): Promise<void> {
    const node = this.#pick([this.#nodes.one, this.#nodes.other])
    const random = seededRandom(this.#random() * 2 ** 31)
    this.history.push(`${user.displayName} ${name} a call at node ${this.#getName(node)}`)
    const nextNumber = () => this.#takeNumber()
    await changeCall(name, { browser, api: node.phone.as(user), random, nextNumber })
  }

  async #hangUpAll({ node, user }: Tab): Promise<void> {
    this.history.push(`${user.displayName} hangs up`)
    const api = node.phone.as(user)
    const { body } = await api.get('/calls/active')
    for (const { id } of body.items) await api.post(`/calls/${id}/hang-up`, {})
  }

  async #killNode(node: TestNode): Promise<void> {
    if (this.#dead) return
    this.#dead = node
    this.history.push(`node ${this.#getName(node)} is killed`)
    await node.kill()
  }

  async #killRedis(): Promise<void> {
    if (this.#isRedisDead) return
    this.#isRedisDead = true
    this.history.push('Redis is killed')
    await this.#nodes.redis.kill()
  }

  /** Of a node that was killed, the other one ends the calls in some rounds; in the others, it starts again. */
  async #waitForFailOver(tabs: readonly Tab[]): Promise<void> {
    const living = tabs.find(({ node }) => node !== this.#dead)
    if (!this.#dead || !living || this.#random() > 0.25) return
    this.history.push('the other node ends its calls')
    await this.#hangUpAll(living)
    await waitUntil('the calls have ended', async () => (await this.#listUnended()).length === 0, settleMs)
  }

  async #listUnended(): Promise<unknown[]> {
    const { pool } = this.#nodes.database
    return (await pool.query("select id from phone.calls where phase <> 'ended'")).rows
  }

  /** The telephone rings, and then answers, rejects or waits. */
  async #receiveCalls(): Promise<void> {
    for (;;) {
      const call = await this.#nodes.far.nextCall()
      this.#dialled.push(call.target ?? '')
      this.#farCalls.push(call)
      const chance = this.#randomOfTelephone()
      if (chance < 0.6) call.answer().catch(() => undefined)
      else if (chance < 0.8) call.refuse(486)
      else call.ring().catch(() => undefined)
    }
  }

  #takeNumber(): string {
    return `+1646555${this.#nextNumber++}`
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.#random() * items.length)]
    if (item === undefined) throw new Error('There is nothing to choose from.')
    return item
  }

  #getName(node: TestNode): string {
    return node === this.#nodes.one ? 'one' : 'other'
  }
}

/** Ends a call at the telephone, in any of its states. */
async function endFarCall(call: TestCall): Promise<void> {
  try {
    if (call.target !== null) call.refuse(480)
  } catch {
    // It was answered or has ended.
  }
  await Promise.race([dispose(call).catch(() => undefined), sleep(2_000)])
}

async function dispose(call: TestCall): Promise<void> {
  await call[Symbol.asyncDispose]()
}
