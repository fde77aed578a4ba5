import { sleep, waitUntil } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { readHealth } from '../testing/open-incoming-trunk.ts'
import { numberOfTrunk, startTwoNodes, type TestNode, type TwoNodes } from '../testing/start-two-nodes.ts'
import { openBrowser } from '../testing/test-browser.ts'

const maxMs = 120_000

/** Guarantee: an upgrade of all nodes, one after the other, refuses no new call and ends no running one. */
test('FO3: while two nodes are restarted one after the other under load, all calls are connected and end with their users', {
  timeout: 6 * maxMs,
}, async () => {
  await using nodes = await startTwoNodes()
  const load = new Load(nodes)
  const working = load.run()

  for (const node of [nodes.one, nodes.other]) {
    await using browser = await openBrowser(node.phone, nodes.ada)
    browser.say(500)
    const { id } = await browser.call(load.takeNumber())
    await browser.waitForTone(700)

    const exitCode = node.stop()

    await waitUntil('the node drains', async () => !(await isServing(node)))
    await load.waitForCalls(6)
    await browser.waitForTone(700)
    await (await load.findNode()).phone.as(nodes.ada).post(`/calls/${id}/hang-up`, {})
    expect(await browser.next('call.ended', ({ call }) => call.id === id)).toMatchObject({
      call: { endReason: 'hung-up' },
    })
    expect(await exitCode).toBe(0)
    await node.restart()
    await load.waitForCalls(6)
  }
  load.stop()
  await working
  load.check()

  const { pool } = nodes.database
  const read = async (query: string) => (await pool.query(query)).rows
  const isSettled = async () =>
    (await read("select 1 from phone.calls where phase <> 'ended'")).length === 0 &&
    (await read('select unnest(slot_ids) from phone.calling_limits')).length === 0
  await waitUntil('no call is active and no call slot reserved', isSettled, 30_000)
  const rows = await read(
    `select direction, phase, end_reason, answered_at is not null as is_answered,
       count(distinct node_id)::int as nodes from phone.calls group by 1, 2, 3, 4 order by 1`,
  )
  const ended = { phase: 'ended', is_answered: true, nodes: 2 }
  expect(rows).toEqual([
    { ...ended, direction: 'incoming', end_reason: 'other-hung-up' },
    { ...ended, direction: 'outgoing', end_reason: 'hung-up' },
  ])
})

/** Users who call, and callers, until stopped. Each request goes to a node whose health endpoint says that it serves. */
class Load {
  readonly #nodes: TwoNodes
  readonly #callers: readonly FakeUser[]
  #isStopped = false
  #completed = 0
  #nextNumber = 2_000
  #failure: Error | null = null

  constructor(nodes: TwoNodes) {
    this.#nodes = nodes
    this.#callers = ['Hedy', 'Linus'].map((name) => nodes.accounts.addUser(name, nodes.ada.teamIds))
    void this.#answerCalls()
  }

  async run(): Promise<void> {
    const repeat = async (work: () => Promise<void>) => {
      while (!this.#isStopped && !this.#failure) {
        await work().catch((error) => {
          this.#failure ??= error
        })
        this.#completed += 1
      }
    }
    const outgoing = this.#callers.map((user) => repeat(() => this.#callOut(user)))
    await Promise.all([...outgoing, repeat(() => this.#callIn())])
  }

  stop(): void {
    this.#isStopped = true
  }

  /** @throws {Error} when a call has failed. */
  check(): void {
    if (this.#failure) throw this.#failure
  }

  takeNumber(): string {
    return `+1646555${this.#nextNumber++}`
  }

  /** Resolves when this many more calls have ended. */
  async waitForCalls(count: number): Promise<void> {
    const before = this.#completed
    await waitUntil(
      () => `${this.#completed - before} of ${count} calls have ended`,
      () => {
        this.check()
        return this.#completed >= before + count
      },
      maxMs,
    )
  }

  /** Returns a node that accepts calls, the two in turn. */
  async findNode(): Promise<TestNode> {
    const { one, other } = this.#nodes
    const inTurn = this.#completed % 2 === 0 ? [one, other] : [other, one]
    for (const node of inTurn) if (await isServing(node)) return node
    throw new Error('No node accepts calls.')
  }

  async #callOut(user: FakeUser): Promise<void> {
    await using stack = new AsyncDisposableStack()
    const { browser, id } = await this.#atServingNode(async ({ phone }) => {
      const opened = stack.use(await openBrowser(phone, user))
      return { browser: opened, id: (await opened.call(this.takeNumber())).id }
    })
    await browser.waitForTone(700)
    await sleep(500)
    const { status } = await (await this.findNode()).phone.as(user).post(`/calls/${id}/hang-up`, {})
    if (status !== 200) throw new Error(`The call could not be ended: ${status}`)
  }

  async #callIn(): Promise<void> {
    const from = this.takeNumber()
    const { grace, far } = this.#nodes
    await using stack = new AsyncDisposableStack()
    const caller = await this.#atServingNode(async ({ sipPort }) => {
      const call = await far.call(numberOfTrunk, from, sipPort)
      const rings = await Promise.race([
        call.next('ringing').then(() => true),
        call.next('refused').then(() => false),
      ])
      if (!rings) throw new Error('The node rejected the call.')
      return call
    })
    await this.#atServingNode(async ({ phone }) => {
      const browser = stack.use(await openBrowser(phone, grace))
      const { call } = await browser.next('call.incoming', (message) => message.call.number === from)
      browser.say(500)
      await browser.answer(call.id)
    })
    await caller.receivesTone(500)
    await caller.hangUp()
  }

  /** Does what a page, a proxy or a provider does: when a node has begun to drain, tries the other one. */
  async #atServingNode<T>(work: (node: TestNode) => Promise<T>): Promise<T> {
    const node = await this.findNode()
    try {
      return await work(node)
    } catch (error) {
      if (await isServing(node)) throw error
      return await work(await this.findNode())
    }
  }

  async #answerCalls(): Promise<void> {
    for (;;) {
      const call = await this.#nodes.far.nextCall()
      await call.answer()
      call.play(createSine(700, 8_000))
    }
  }
}

async function isServing({ phone }: TestNode): Promise<boolean> {
  const health = await readHealth(phone.service.url, '?db').catch(() => null)
  return health?.[0] === 200
}
