import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { required, sleep, waitUntil } from '@parley/primitives'
import { detectTones, readWav, recoverWav } from '@parley/rtp'
import { describe, expect, test } from 'vitest'
import { conferenceRef, startMediaWithConference, tonesHz } from '../testing/media-fixture.ts'
import type { RecordedTrack } from './protocol.ts'

const allTonesHz = Object.values(tonesHz)

async function readTrack(track: RecordedTrack) {
  const { pcm, sampleRate } = required(readWav(await readFile(track.path)), 'the WAV file')
  return {
    seconds: pcm.length / sampleRate,
    tones: (from: number, to: number) =>
      detectTones(pcm.subarray(from * sampleRate, to * sampleRate), allTonesHz, 8000),
  }
}

describe('a recording', () => {
  test('has one track per leg with only its own audio, all of equal length', async () => {
    await using test = await startMediaWithConference()
    const ada = await test.addPhone('ada', { toneHz: tonesHz.ada })
    const grace = await test.addPhone('grace', { codec: 'PCMA', toneHz: tonesHz.grace })
    await waitUntil(
      'the expected tones are received',
      () => ada.receivedTonesHz.length === 1 && grace.receivedTonesHz.length === 1,
    )
    const { folder: directory } = test

    await test.media.request({
      command: 'start-recording',
      ...conferenceRef,
      recordingId: 'first',
      directory,
      legIds: ['ada', 'grace'],
      isPaused: false,
    })
    await sleep(2_500)
    const tracks = await test.media.request({ command: 'stop-recording', ...conferenceRef })

    const read = await Promise.all(tracks.toSorted((a, b) => a.legId.localeCompare(b.legId)).map(readTrack))
    expect(read.map(({ tones }) => tones(0.2, 2))).toEqual([[tonesHz.ada], [tonesHz.grace]])
    const [seconds = 0, ...others] = read.map((track) => track.seconds)
    expect(others).toEqual([seconds])
    expect(seconds).toBeGreaterThan(2)
    expect(tracks.map(({ durationMs }) => durationMs)).toEqual([seconds * 1000, seconds * 1000])
  })

  /** Guarantee: nothing of a leg is written before its recording is started. */
  test('is silent on the track of a late joiner until it is added, and of a muted leg', async () => {
    await using test = await startMediaWithConference()
    const { folder: directory } = test
    const ada = await test.addPhone('ada', { toneHz: tonesHz.ada })
    const linus = await test.addPhone('linus', { toneHz: tonesHz.linus })
    await waitUntil(
      'the expected tones are received',
      () => ada.receivedTonesHz.length === 1 && linus.receivedTonesHz.length === 1,
    )
    await sleep(500)
    expect(await readdir(directory)).toEqual([])

    await test.media.request({
      command: 'start-recording',
      ...conferenceRef,
      recordingId: 'late',
      directory,
      legIds: ['ada'],
      isPaused: false,
    })
    await sleep(1_000)
    expect(await readdir(directory)).toEqual(['late.ada.wav'])
    await test.media.request({ command: 'record-leg', ...conferenceRef, legId: 'linus' })
    await test.media.request({ command: 'set-muted', ...conferenceRef, legId: 'ada', muted: true })
    await sleep(1_000)
    const tracks = await test.media.request({ command: 'stop-recording', ...conferenceRef })

    const read = await Promise.all(tracks.toSorted((a, b) => a.legId.localeCompare(b.legId)).map(readTrack))
    expect(read.map(({ tones }) => [tones(0.1, 0.8), tones(1.3, 1.8)])).toEqual([
      [[tonesHz.ada], []],
      [[], [tonesHz.linus]],
    ])
    expect(new Set(read.map(({ seconds }) => seconds)).size).toBe(1)
  })

  test('retains the track of a leg that leaves, and contains no digits', async () => {
    await using test = await startMediaWithConference()
    const { folder: directory } = test
    const ada = await test.addPhone('ada')
    await test.addPhone('grace', { toneHz: tonesHz.grace })
    await waitUntil('the expected tones are received', () => ada.receivedTonesHz.length === 1)
    await test.media.request({
      command: 'start-recording',
      ...conferenceRef,
      recordingId: 'left',
      directory,
      legIds: ['ada', 'grace'],
      isPaused: false,
    })

    ada.audio.sendDigits('159')
    await test.waitForEvent((event) => event.event === 'digit' && event.digit === '9')
    await test.media.request({ command: 'remove-leg', ...conferenceRef, legId: 'grace' })
    const left = await test.waitForEvent((event) => event.event === 'leg-left')
    const tracks = await test.media.request({ command: 'stop-recording', ...conferenceRef })

    expect(left).toMatchObject({ legId: 'grace', recording: { path: join(directory, 'left.grace.wav') } })
    expect(tracks.map(({ legId }) => legId).toSorted()).toEqual(['ada', 'grace'])
    const { pcm } = required(readWav(await readFile(join(directory, 'left.ada.wav'))), 'the WAV file')
    expect(detectTones(pcm, [697, 770, 852, 1209, 1336, 1477], 8000)).toEqual([])
    expect(pcm.every((sample) => Math.abs(sample) < 20)).toBe(true)
  })

  /** Guarantee: a crash of the process loses at most the last second of a recording. */
  test('is playable after kill -9', async () => {
    await using test = await startMediaWithConference()
    const { folder: directory } = test
    const ada = await test.addPhone('ada', { toneHz: tonesHz.ada })
    await test.addPhone('grace', { toneHz: tonesHz.grace })
    await waitUntil('the expected tones are received', () => ada.receivedTonesHz.length === 1)
    await test.media.request({
      command: 'start-recording',
      ...conferenceRef,
      recordingId: 'cut',
      directory,
      legIds: ['ada'],
      isPaused: false,
    })
    await sleep(3_500)

    process.kill(test.media.pid, 'SIGKILL')
    await test.exited

    const path = join(directory, 'cut.ada.wav')
    const durationMs = await recoverWav(path)
    expect(durationMs).toBeGreaterThanOrEqual(2_000)
    const track = await readTrack({ legId: 'ada', path, durationMs: required(durationMs, 'the duration') })
    expect(track.tones(0.2, 1.9)).toEqual([tonesHz.ada])
  })

  test('fails when it cannot be written or one is already running', async () => {
    await using test = await startMediaWithConference()
    await test.addPhone('ada')
    const start = (directory: string, recordingId: string) =>
      test.media.request({
        command: 'start-recording',
        ...conferenceRef,
        recordingId,
        directory,
        legIds: ['ada'],
        isPaused: false,
      })

    await expect(start(join(test.folder, 'nowhere'), 'one')).rejects.toThrow('ENOENT')
    await start(test.folder, 'two')
    await expect(start(test.folder, 'three')).rejects.toThrow('already being recorded')
    await expect(start(test.folder, '../four')).rejects.toThrow('malformed')
  })
})
