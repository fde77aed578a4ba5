import { readFile } from 'node:fs/promises'
import { required } from '@parley/primitives'
import { createSine, readWav } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import {
  ada,
  createTempDirectory,
  createTrunkTo,
  nextEvent,
  startEngine,
} from '../testing/loopback-engine.ts'

test('ZR106: conferences of two media processes are merged: telephones move, recordings continue, browsers reconnect', async () => {
  await using engine = await startEngine({ mediaProcesses: 2 })
  await using phone = await startTestPhone()
  await using folder = await createTempDirectory()
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })
  const [into, from] = [await engine.openConference(), await engine.openConference()]
  const connect = async (conference: typeof into, legId: string, hz: number) => {
    const events = conference.events[Symbol.asyncIterator]()
    await conference.dialOut({ legId, to: '+15550143', trunkId: 'carrier', as: ada })
    const far = await phone.nextCall()
    await far.answer()
    far.play(createSine(hz, 8_000))
    await nextEvent(events, 'leg-joined')
    return { far, events }
  }
  const one = await connect(into, 'one', 500)
  const other = await connect(from, 'other', 700)
  await from.addBrowser('ada', 'browser')
  await from.startRecording({ legs: ['other'], directory: folder.path })

  await engine.mergeConferences?.(into.id, from.id)

  await Promise.all([one.far.receivesTone(700, [500]), other.far.receivesTone(500, [700])])
  expect(await into.reconnectBrowser('browser')).toBeDefined()
  expect(await engine.inspect()).toMatchObject({ conferences: 1, legs: 3 })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const [recording] = await into.stopRecording()
  const wav = required(readWav(await readFile(required(recording, 'the recording').file)), 'the WAV file')
  expect(wav.pcm.length).toBeGreaterThan(4_000)
  await other.far.hangUp()
  expect(await nextEvent(one.events, 'leg-left')).toMatchObject({ legId: 'other', reason: 'hung-up' })
})
