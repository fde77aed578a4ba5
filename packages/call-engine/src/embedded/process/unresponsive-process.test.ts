import { required, waitUntil } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test, vi } from 'vitest'
import { ada, createTrunkTo, startEngine } from '../testing/loopback-engine.ts'
import { conferenceRef, startMediaWithConference } from '../testing/media-fixture.ts'
import { MediaPool } from './media-pool.ts'

const responseTimeoutMs = 2_000

/** Guarantee: a media process that hangs is replaced like one that crashes. */
test('ZR67: a media process that no longer responds is killed and replaced, and its telephones hear each other again', async () => {
  await using fixture = await startEngineWithPhone()
  const { engine, phone, logged } = fixture
  await using conference = await engine.openConference()
  const [grace, linus] = [await dial('+15550121'), await dial('+15550122')]
  const hung = required(engine.mediaPids[0], 'the media process')

  process.kill(hung, 'SIGSTOP')
  const browser = await conference.addBrowser('hedy', 'browser')
  grace.play(createSine(500, 8_000))

  await linus.receivesTone(500)
  expect(browser).toBeDefined()
  expect(engine.mediaPids).not.toContain(hung)
  expect(logged).toContain('media_process.unresponsive')

  async function dial(to: string) {
    const [far] = await Promise.all([
      phone.nextCall(),
      conference.dialOut({ legId: `to-${to.slice(1)}`, to, trunkId: 'carrier', as: ada }),
    ])
    await far.answer()
    return far
  }
})

test('ZR67: a conference that is opened while its media process hangs opens in another one', async () => {
  await using fixture = await startEngineWithPhone()
  const { engine } = fixture
  const hung = required(engine.mediaPids[0], 'the media process')

  process.kill(hung, 'SIGSTOP')
  await using conference = await engine.openConference()
  await conference.addBrowser('ada', 'browser')

  expect(engine.mediaPids).not.toContain(hung)
  expect(await engine.inspect()).toMatchObject({ conferences: 1, legs: 1 })
})

test('ZR67: an engine closes while its media process hangs', async () => {
  await using fixture = await startEngineWithPhone()
  const { engine } = fixture
  const conference = await engine.openConference()
  await conference.addBrowser('ada', 'browser')

  process.kill(required(engine.mediaPids[0], 'the media process'), 'SIGSTOP')
  const opening = engine.openConference().catch((error) => error.code)
  await engine[Symbol.asyncDispose]()

  expect(engine.mediaPids).toEqual([])
  expect(['engine-closed', 'media-unavailable', undefined]).toContain(await opening)
})

test('ZR67: a process that responds to pings is killed when its WebRTC library creates no offer', async () => {
  const library = import.meta.resolve('node-datachannel')
  const hang = `
    import library from '${library}'
    library.PeerConnection = class extends library.PeerConnection { setLocalDescription() {} }`
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(hang)}`)
  try {
    await using test = await startMediaWithConference({}, { responseTimeoutMs })
    const offer = test.media.request({
      command: 'offer-webrtc',
      ...conferenceRef,
      legId: 'ada',
      codecs: ['PCMU'],
    })

    await expect(offer).rejects.toMatchObject({ exit: { signal: 'SIGKILL' } })
  } finally {
    vi.unstubAllEnvs()
  }
})

test('ZR67: a media process is not killed because its control side was busy', async () => {
  await using test = await startMediaWithConference({}, { responseTimeoutMs })

  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, responseTimeoutMs * 1.5)

  expect(await test.media.request({ command: 'ping' })).toBeNull()
})

test('ZR67: conferences open in a process that responds while another one hangs', async () => {
  await using pool = await startPool()
  const [first] = await pool.listByLoad()

  process.kill(first.pid, 'SIGSTOP')
  await waitUntil('another process is picked', async () => (await pool.listByLoad())[0].pid !== first.pid)

  expect(first.isRunning).toBe(true)
})

async function startPool() {
  const pool = await MediaPool.start({
    sipHost: '127.0.0.1',
    sipPort: 0,
    mediaPort: 0,
    mediaProcesses: 2,
    mediaResponseTimeoutMs: 30_000,
  })
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.close() })
}

/** Starts an engine with one media process and a trunk to a telephone. */
async function startEngineWithPhone() {
  const logged: string[] = []
  const engine = await startEngine({
    detachedTimeoutMs: 20_000,
    mediaResponseTimeoutMs: responseTimeoutMs,
    log: (event) => logged.push(event),
  })
  const phone = await startTestPhone()
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })
  return {
    engine,
    phone,
    logged,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await phone[Symbol.asyncDispose]()
    },
  }
}
