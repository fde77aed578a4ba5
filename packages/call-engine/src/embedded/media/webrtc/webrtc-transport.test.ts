import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { required, sleep, waitUntil } from '@parley/primitives'
import { createSine, createWavWriter, detectTones, readWav } from '@parley/rtp'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  conferenceRef,
  type MediaFixture,
  startMedia,
  startMediaWithConference,
  tonesHz,
} from '../../testing/media-fixture.ts'

/**
 * Tests a media process with a real Chromium over loopback. The browser's microphone sends `tonesHz.ada`; its
 * received audio is captured after the decoder.
 */
let browser: Browser
let server: Server
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-webrtc-'))
  const voice = join(folder, 'voice.wav')
  const writer = await createWavWriter(voice, 16_000)
  await writer.append(required(createSine(tonesHz.ada, 16_000).read(160_000), 'the audio'))
  await writer.finish()
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
      '--allow-loopback-in-peer-connection',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${voice}`,
    ],
  })
  server = createServer((_request, response) => response.end('<!doctype html><title>Browser leg</title>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  await browser?.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await rm(folder, { recursive: true })
})

async function openPage(): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return page
}

/**
 * Connects a page to a leg: passes the offer to the page and its answer back. The leg is attached when this
 * resolves.
 */
async function connectPage(
  test: MediaFixture,
  page: Page,
  legId: string,
  codecs: ('PCMU' | 'opus')[],
): Promise<void> {
  const before = test.events.filter((event) => event.event === 'leg-attached' && event.legId === legId).length
  const offer = await test.media.request({ command: 'offer-webrtc', ...conferenceRef, legId, codecs })
  const sdp = await page.evaluate(answerOffer, offer.sdp)
  await test.media.request({
    command: 'answer-webrtc',
    ...conferenceRef,
    legId,
    connectionId: offer.connectionId,
    sdp,
  })
  await begin(page)
  await waitUntil(
    'the leg is attached',
    () =>
      test.events.filter((event) => event.event === 'leg-attached' && event.legId === legId).length > before,
  )
}

/**
 * Runs in the page. The answer has no candidates: the engine learns the browser's address from its first
 * connectivity check. The page must call `begin` only after the engine has the answer: libdatachannel rejects
 * a handshake that arrives before it.
 */
async function answerOffer(sdp: string): Promise<string> {
  const peer = new RTCPeerConnection()
  const voice = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  })
  const context = new AudioContext({ sampleRate: 8000 })
  const tap = context.createScriptProcessor(1024, 1, 1)
  const received: number[] = []
  tap.onaudioprocess = ({ inputBuffer }) => {
    received.push(...inputBuffer.getChannelData(0))
    received.splice(0, received.length - 4000)
  }
  tap.connect(context.destination)
  peer.ontrack = ({ track }) => {
    const stream = new MediaStream([track])
    // Chromium decodes a remote track only while a media element plays it.
    const element = new Audio()
    element.srcObject = stream
    element.muted = true
    void element.play()
    context.createMediaStreamSource(stream).connect(tap)
  }
  await peer.setRemoteDescription({ type: 'offer', sdp })
  const [transceiver] = peer.getTransceivers()
  const [microphone] = voice.getAudioTracks()
  if (!transceiver || !microphone) throw new Error('Missing the transceiver or the microphone.')
  transceiver.direction = 'sendrecv'
  await transceiver.sender.replaceTrack(microphone)
  const answer = await peer.createAnswer()
  const begin = () => peer.setLocalDescription(answer)
  const hangUp = async () => {
    peer.close()
    for (const track of voice.getTracks()) track.stop()
    await context.close()
  }
  Object.assign(window, { peer, voice, received, hangUp, begin })
  if (answer.sdp === undefined) throw new Error('Missing the SDP answer.')
  return answer.sdp
}

async function begin(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as { begin: () => Promise<void> }).begin())
}

/** Lets the page send its microphone, or no packet at all. */
async function setMicrophone(page: Page, isOn: boolean): Promise<void> {
  await page.evaluate(async (isOn) => {
    const { peer, voice } = window as unknown as { peer: RTCPeerConnection; voice: MediaStream }
    const [sender] = peer.getSenders()
    const [microphone] = voice.getAudioTracks()
    if (!sender || !microphone) throw new Error('Missing the sender or the microphone.')
    await sender.replaceTrack(isOn ? microphone : null)
  }, isOn)
}

async function tonesReceivedBy(page: Page): Promise<readonly number[]> {
  const received = await page.evaluate(() => [...(window as unknown as { received: number[] }).received])
  return detectTones(
    Int16Array.from(received, (sample) => sample * 32_767),
    Object.values(tonesHz),
    8000,
  )
}

async function waitForTones(page: Page, frequenciesHz: readonly number[]): Promise<void> {
  const endMs = performance.now() + 10_000
  while ((await tonesReceivedBy(page)).join() !== frequenciesHz.join()) {
    if (performance.now() > endMs)
      throw new Error(`The page receives ${await tonesReceivedBy(page)}, expected ${frequenciesHz}.`)
    await sleep(50)
  }
}

test.each([
  ['PCMU', '127.0.0.1'],
  ['opus', null],
] as const)('a browser and a telephone receive each other with %s over %s', async (codec, webRtcAddress) => {
  await using test = await startMediaWithConference({ webRtcAddress })
  const phone = await test.addPhone('phone', { toneHz: tonesHz.grace })
  await using page = await openPage()

  await connectPage(test, page, 'web', [codec])

  await waitUntil('the expected tones are received', () => phone.receivedTonesHz.join() === `${tonesHz.ada}`)
  await waitForTones(page, [tonesHz.grace])
})

test('two browsers and a telephone receive each other, and DTMF of a browser is reported', async () => {
  await using test = await startMediaWithConference()
  const phone = await test.addPhone('phone', { toneHz: tonesHz.grace })
  await using first = await openPage()
  await using second = await openPage()
  await connectPage(test, first, 'first', ['opus', 'PCMU'])
  await connectPage(test, second, 'second', ['PCMU', 'opus'])

  await waitForTones(first, [tonesHz.ada, tonesHz.grace])
  await waitForTones(second, [tonesHz.ada, tonesHz.grace])
  expect(phone.receivedTonesHz).toEqual([tonesHz.ada])

  for (const page of [first, second]) {
    await page.evaluate(() => {
      const { peer } = window as unknown as { peer: RTCPeerConnection }
      const [sender] = peer.getSenders()
      if (!sender?.dtmf) throw new Error('The page cannot send DTMF.')
      sender.dtmf.insertDTMF('42#')
    })
  }
  for (const legId of ['first', 'second']) {
    await test.waitForEvent(
      (event) => event.event === 'digit' && event.legId === legId && event.digit === '#',
    )
    const digits = test.events.flatMap((event) =>
      event.event === 'digit' && event.legId === legId ? event.digit : [],
    )
    expect(digits.join('')).toBe('42#')
  }
})

/** Guarantee: after a reload the browser has the same leg and the same recorded track. */
test('a reloaded page reconnects to its leg, and its recorded track continues', async () => {
  await using test = await startMediaWithConference({ mediaTimeoutMs: 1_000 })
  const phone = await test.addPhone('phone', { toneHz: tonesHz.grace })
  await using page = await openPage()
  await connectPage(test, page, 'web', ['PCMU'])
  await waitUntil('the expected tones are received', () => phone.receivedTonesHz.join() === `${tonesHz.ada}`)
  const recording = { recordingId: 'reload', directory: test.folder, legIds: ['web'] }
  await test.media.request({ command: 'start-recording', ...conferenceRef, ...recording, isPaused: false })
  await sleep(1_000)

  await page.reload()
  await test.waitForEvent((event) => event.event === 'leg-detached')
  await waitUntil('silence is received', () => phone.isSilent)
  await connectPage(test, page, 'web', ['PCMU'])
  await waitUntil('the expected tones are received', () => phone.receivedTonesHz.join() === `${tonesHz.ada}`)
  await waitForTones(page, [tonesHz.grace])
  const [track] = await test.media.request({ command: 'stop-recording', ...conferenceRef })

  const { pcm, sampleRate } = required(
    readWav(await readFile(required(track, 'the track').path)),
    'the WAV file',
  )
  expect(detectTones(pcm.subarray(sampleRate * 0.2, sampleRate * 0.8), [tonesHz.ada], 8000)).toEqual([
    tonesHz.ada,
  ])
  expect(detectTones(pcm.subarray(-sampleRate * 0.2), [tonesHz.ada], 8000)).toEqual([tonesHz.ada])
  expect(await test.media.request({ command: 'inspect' })).toMatchObject({ legs: 2, connections: 2 })
})

/**
 * Guarantee: a leg whose connection is replaced stays attached, however late the first audio of the new one
 * is.
 */
test('a new connection replaces an active one without interruption', async () => {
  await using test = await startMediaWithConference({ mediaTimeoutMs: 60_000 })
  const phone = await test.addPhone('phone', { toneHz: tonesHz.grace })
  await using before = await openPage()
  await using after = await openPage()
  await connectPage(test, before, 'web', ['opus'])
  await waitForTones(before, [tonesHz.grace])

  const offer = await test.media.request({
    command: 'offer-webrtc',
    ...conferenceRef,
    legId: 'web',
    codecs: ['opus'],
  })
  const sdp = await after.evaluate(answerOffer, offer.sdp)
  const { connectionId } = offer
  await test.media.request({ command: 'answer-webrtc', ...conferenceRef, legId: 'web', connectionId, sdp })
  await setMicrophone(after, false)
  await begin(after)
  await waitForTones(after, [tonesHz.grace])
  await waitForTones(before, [])
  await before.waitForFunction(
    () => (window as unknown as { peer: RTCPeerConnection }).peer.connectionState !== 'connected',
  )
  // The presence of legs is checked every 200 ms.
  await sleep(1_000)
  await setMicrophone(after, true)

  await waitUntil('the expected tones are received', () => phone.receivedTonesHz.join() === `${tonesHz.ada}`)
  expect(test.events.some((event) => event.event === 'leg-detached')).toBe(false)
  expect(await test.media.request({ command: 'inspect' })).toMatchObject({ legs: 2, connections: 2 })
})

test('a removed browser leg releases its file descriptors, memory and port', async () => {
  await using test = await startMedia()
  await using page = await openPage()
  const resources = async () => {
    const { residentBytes } = await test.media.request({ command: 'inspect' })
    return { descriptors: (await readdir(`/proc/${test.media.pid}/fd`)).length, residentBytes }
  }
  const call = async () => {
    await test.media.request({ command: 'open-conference', ...conferenceRef })
    await connectPage(test, page, 'web', ['opus'])
    await test.media.request({ command: 'close-conference', ...conferenceRef })
    await page.evaluate(() => (window as unknown as { hangUp: () => Promise<void> }).hangUp())
  }

  for (let n = 0; n < 5; n++) await call()
  const before = await resources()
  for (let n = 0; n < 15; n++) await call()
  const after = await resources()

  // One or two may be closing at this moment; a leak would add fifteen.
  expect(after.descriptors).toBeLessThan(before.descriptors + 5)
  expect(after.residentBytes - before.residentBytes).toBeLessThan(20 * 1024 * 1024)
})

test('invalid and unexpected answers are rejected', async () => {
  await using test = await startMediaWithConference()
  const offer = await test.media.request({
    command: 'offer-webrtc',
    ...conferenceRef,
    legId: 'web',
    codecs: ['PCMU'],
  })
  const answer = { command: 'answer-webrtc', ...conferenceRef, legId: 'web' } as const

  await expect(test.media.request({ ...answer, connectionId: 'other', sdp: '' })).rejects.toThrow(
    'No pending WebRTC offer',
  )
  const { connectionId } = offer
  await expect(test.media.request({ ...answer, connectionId, sdp: 'nonsense' })).rejects.toThrow(
    'none of the offered codecs',
  )
  const incompleteAnswer = 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 0\r\n'
  await expect(test.media.request({ ...answer, connectionId, sdp: incompleteAnswer })).rejects.toThrow()
  expect(await test.media.request({ command: 'inspect' })).toMatchObject({ legs: 1 })
})
