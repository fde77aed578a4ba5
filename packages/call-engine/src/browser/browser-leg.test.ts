import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { required } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { openBrowser } from '../../../../e2e/browser.ts'
import type { ConferenceEvent } from '../conference-event.ts'
import { createEmbeddedEngine, type EmbeddedEngine } from '../embedded/engine.ts'
import type { BrowserAnswer, Conference } from '../port.ts'

const browserHz = 440
const telephoneHz = 1_000

/** A minimal page with one browser leg: the title shows its state, the buttons control it. */
const page = `<!doctype html><title>idle</title>
<button id="mute">mute</button><button id="unmute">unmute</button><button id="close">close</button>
<script type="importmap">{ "imports": { "@parley/primitives": "/primitives/index.ts" } }</script>
<script type="module">
  import { createAudioDevices, createBrowserLeg } from '/browser/index.ts'
  const post = async (path, body) => {
    const response = await fetch(path, { method: 'POST', body: JSON.stringify(body ?? null) })
    if (!response.ok) throw new Error(await response.text())
    return await response.json()
  }
  const handset = createBrowserLeg({
    devices: createAudioDevices(),
    canListen: async () => location.search === '?listen',
    requestJoin: (attempt) => post('/join?attempt=' + attempt),
    sendAnswer: (answer) => post('/answer', answer),
  })
  handset.subscribe(() => {
    const { connection, microphoneLevel, inboundLevel, stats } = handset.get()
    document.title = connection.phase
    document.body.dataset.state = JSON.stringify({ connection, microphoneLevel, inboundLevel, stats })
  })
  const on = (id, act) => document.getElementById(id).addEventListener('click', act)
  on('mute', () => handset.setMuted('muted'))
  on('unmute', () => handset.setMuted('unmuted'))
  on('close', () => handset.close())
  handset.connect()
</script>`

test('a browser and a telephone receive each other, mute sends silence, and a reload restores the audio', async () => {
  await using fixture = await startPage()
  await using browser = await openBrowser({ toneHz: browserHz })
  const { far, conference, events } = fixture

  await browser.page.goto(fixture.url)
  await expect.poll(() => browser.page.title(), { timeout: 20_000 }).toBe('connected')
  far.play(createSine(telephoneHz, 8_000))
  await far.receivesTone(browserHz, [telephoneHz])
  await expect.poll(() => isToneReceived(browser, telephoneHz), { timeout: 10_000 }).toBe(true)
  expect(isToneReceived(browser, browserHz)).toBe(false)

  await browser.page.click('#mute')
  await far.receivesSilence()
  await browser.page.click('#unmute')
  await far.receivesTone(browserHz)

  await browser.page.reload()
  await expect.poll(() => browser.page.title(), { timeout: 20_000 }).toBe('connected')
  await far.receivesTone(browserHz)
  await expect.poll(() => isToneReceived(browser, telephoneHz), { timeout: 10_000 }).toBe(true)
  expect(events.filter(({ type }) => type === 'leg-joined')).toHaveLength(2)
  expect(events.some(({ type }) => type === 'leg-left')).toBe(false)
  await conference.close()
}, 90_000)

test('a crash of the media process loses neither leg, nor settings that change before its restart', async () => {
  await using fixture = await startPage()
  await using browser = await openBrowser({ toneHz: browserHz })
  const { far, engine, events, conference } = fixture
  const folder = await mkdtemp(join(tmpdir(), 'parley-handset-'))
  await browser.page.goto(fixture.url)
  await expect.poll(() => browser.page.title(), { timeout: 20_000 }).toBe('connected')
  far.play(createSine(telephoneHz, 8_000))
  await far.receivesTone(browserHz)
  await expect
    .poll(() => events.filter(({ type }) => type === 'leg-joined').length, { timeout: 10_000 })
    .toBe(2)

  process.kill(required(engine.mediaPids[0], 'the media process'), 'SIGKILL')
  await expect.poll(() => events.some(({ type }) => type === 'leg-detached'), { timeout: 10_000 }).toBe(true)
  const detached = required(
    events.find((event) => event.type === 'leg-detached'),
    'the event `leg-detached`',
  )
  await conference.setMuted(detached.legId, 'muted')
  await conference.startRecording({ legs: 'everyone', directory: folder })
  await expect
    .poll(() => events.some(({ type }) => type === 'leg-reattached'), { timeout: 20_000 })
    .toBe(true)

  await expect.poll(() => isToneReceived(browser, telephoneHz), { timeout: 10_000 }).toBe(true)
  await far.receivesSilence()
  await conference.setMuted(detached.legId, 'unmuted')
  await far.receivesTone(browserHz)
  expect(await conference.stopRecording()).toHaveLength(2)
  expect(events.some(({ type }) => type === 'leg-left')).toBe(false)
  await rm(folder, { recursive: true })
}, 90_000)

test('a blocked microphone is reported, and no request is sent to the service', async () => {
  await using fixture = await startPage()
  await using browser = await openBrowser({ toneHz: browserHz, microphone: 'blocked' })

  await browser.page.goto(fixture.url)
  await expect.poll(() => browser.page.title(), { timeout: 20_000 }).toBe('failed')

  const state = JSON.parse((await browser.page.locator('body').getAttribute('data-state')) ?? '{}')
  expect(state.connection).toEqual({ phase: 'failed', reason: 'microphone' })
  expect(fixture.joins).toEqual([])
}, 60_000)

/** Guarantee (ZR606): a user without a microphone hears an emergency service. */
test('ZR606: without a microphone, a leg that may listen is connected, and sends silence', async () => {
  await using fixture = await startPage()
  await using browser = await openBrowser({ toneHz: browserHz, microphone: 'blocked' })

  await browser.page.goto(`${fixture.url}?listen`)
  await expect.poll(() => browser.page.title(), { timeout: 20_000 }).toBe('connected')

  fixture.far.play(createSine(telephoneHz, 8_000))
  await expect.poll(() => isToneReceived(browser, telephoneHz), { timeout: 10_000 }).toBe(true)
  await fixture.far.receivesSilence()
  expect(fixture.events.some(({ type }) => type === 'leg-detached' || type === 'leg-left')).toBe(false)
}, 60_000)

function isToneReceived(browser: Awaited<ReturnType<typeof openBrowser>>, hz: number): boolean {
  const now = Date.now()
  return (browser.received.share(hz, now - 700, now - 200) ?? 0) > 0.5
}

/** Starts the page, its service, and a conference with one telephone leg. */
async function startPage() {
  const engine = await createEmbeddedEngine({
    sipHost: '127.0.0.1',
    sipPort: 0,
    mediaPort: 0,
    mediaProcesses: 1,
  })
  const phone = await startTestPhone()
  await engine.useTrunk({
    id: 'line',
    host: '127.0.0.1',
    port: phone.port,
    transport: 'udp',
    username: null,
    password: null,
    registration: 'none',
    outboundProxy: null,
    mediaEncryption: 'off',
    codecs: ['PCMU'],
  })
  const conference = await engine.openConference()
  const events: ConferenceEvent[] = []
  void collect(conference, events)
  await conference.dialOut({
    legId: 'telephone',
    to: '+15550143',
    trunkId: 'line',
    as: { number: '+15550120', name: null },
  })
  const far = await phone.nextCall()
  await far.answer()

  const joins: string[] = []
  const server = createServer(serve(conference, joins)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    engine: engine as EmbeddedEngine,
    conference,
    events,
    far,
    joins,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await engine[Symbol.asyncDispose]()
      await phone[Symbol.asyncDispose]()
    },
  }
}

async function collect(conference: Conference, into: ConferenceEvent[]): Promise<void> {
  for await (const event of conference.events) into.push(event)
}

/** Simulates the phone service: the first visit adds a leg, later visits reconnect to it. */
function serve(conference: Conference, joins: string[]): Parameters<typeof createServer>[1] & {} {
  const legId = 'browser'
  let isAdded = false
  const join = async () => {
    if (isAdded) return await conference.reconnectBrowser(legId)
    isAdded = true
    return await conference.addBrowser('ada', legId)
  }

  return async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    try {
      if (url.pathname === '/join') {
        joins.push(url.searchParams.get('attempt') ?? '')
        response.end(JSON.stringify(await join()))
      } else if (url.pathname === '/answer') {
        await conference.setAnswer(legId, (await json(request)) as BrowserAnswer)
        response.end('{}')
      } else if (url.pathname.endsWith('.ts')) {
        const source = await readFile(toSourceUrl(url.pathname), 'utf8')
        response.setHeader('Content-Type', 'text/javascript').end(stripTypeScriptTypes(source))
      } else response.setHeader('Content-Type', 'text/html').end(page)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  }
}

/** Returns the file of a module: `/browser/NAME.ts`, `/primitives/NAME.ts` or `/primitives/FOLDER/NAME.ts`. */
function toSourceUrl(path: string): URL {
  const [, folder, name] = /^\/(browser|primitives)\/((?:[a-z-]+\/)?[a-z-]+\.ts)$/.exec(path) ?? []
  if (!folder || !name) throw new Error(`No module has the path ${path}.`)
  return folder === 'browser'
    ? new URL(name, import.meta.url)
    : new URL(name, import.meta.resolve('@parley/primitives'))
}
