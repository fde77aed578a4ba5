import { startTestApp } from '@parley/dev-env'
import {
  fuzzJson,
  fuzzRtp,
  fuzzSip,
  fuzzStun,
  fuzzWebSocket,
  listProcesses,
  measureMemoryMiB,
  openTrunkCall,
  type Problem,
  signUpActor,
} from '@parley/dev-env/fuzz'
import { seededRandom, sleep } from '@parley/primitives'
import { expect, test } from 'vitest'

/**
 * Messages of each protocol (the nightly run has 5,200), and their seed: PARLEY_FUZZ_MESSAGES=5000
 * PARLEY_FUZZ_SEED=7.
 */
const count = Number(process.env.PARLEY_FUZZ_MESSAGES ?? 100)
const seed = Number(process.env.PARLEY_FUZZ_SEED ?? 1)

/**
 * The growth of a product that processed messages before. On four busy cores, 26,000 messages changed its 912
 * MiB by 23 MiB; garbage that is not collected yet varies by some ten MiB.
 */
const maxGrowthMiB = 150
const settleMs = 3_000

/** Guarantee (AV1): no message of a peer or client ends a process or leaves memory in use. */
test(
  'AV1: damaged messages over SIP, RTP, STUN, WebSocket and JSON end no process and leave no memory in use',
  async () => {
    await using app = await startTestApp({ settings: { PARLEY_RATE_LIMIT_FACTOR: '1000000' } })
    const ada = await signUpActor(app)
    await using call = await openTrunkCall(app, ada)
    const random = seededRandom(seed)
    const send = async (messages: number): Promise<Problem[]> => {
      await fuzzSip({ app, call, random }, messages)
      await fuzzRtp({ app, call, random }, messages)
      await fuzzStun({ app, call, random }, messages)
      await fuzzWebSocket(app, ada, random, messages)
      return await fuzzJson(app, random, messages)
    }
    const [pid, processes] = [app.pid, listProcesses(app.pid)]

    const firstProblems = await send(Math.ceil(count / 4))
    await sleep(settleMs)
    const before = measureMemoryMiB(pid)
    const problems = await send(count)
    await sleep(settleMs)
    const growth = measureMemoryMiB(pid) - before

    console.log(`Memory before ${before.toFixed(0)} MiB, growth ${growth.toFixed(0)} MiB`)
    expect([...firstProblems, ...problems]).toEqual([])
    expect(app.pid).toBe(pid)
    expect(listProcesses(pid)).toEqual(processes)
    expect(growth).toBeLessThan(maxGrowthMiB)
    for (const url of [app.phoneUrl, app.accountsUrl]) expect((await fetch(`${url}/health`)).status).toBe(200)
    await signUpActor(app)
  },
  60_000 + count * 200,
)
