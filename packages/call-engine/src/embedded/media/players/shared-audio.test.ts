import { copyFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSine, createWavWriter } from '@parley/rtp'
import { expect, test } from 'vitest'
import { createTempDirectory } from '../../testing/loopback-engine.ts'
import { conferenceRef, startMediaWithConference } from '../../testing/media-fixture.ts'
import { SharedAudioFiles } from './shared-audio.ts'

async function writeTone(path: string, seconds: number): Promise<string> {
  const writer = await createWavWriter(path, 16_000)
  await writer.append(createSine(440, 16_000).read(16_000 * seconds) ?? new Int16Array())
  await writer.finish()
  return path
}

test('ZR833: players of the same audio share it, also from copies, until the last one is closed', async () => {
  await using folder = await createTempDirectory()
  const path = await writeTone(join(folder.path, 'music.wav'), 1)
  const copy = join(folder.path, 'copy.wav')
  await copyFile(path, copy)
  const files = new SharedAudioFiles()

  const [first, second] = await Promise.all([files.open(path), files.open(path)])
  const third = await files.open(copy)
  expect(second.pcm).toBe(first.pcm)
  expect(third.pcm).toBe(first.pcm)
  expect(first.pcm).toHaveLength(16_000)

  first[Symbol.dispose]()
  first[Symbol.dispose]()
  second[Symbol.dispose]()
  expect((await files.open(path)).pcm).toBe(third.pcm)
  expect((await files.open(copy)).pcm).toBe(third.pcm)
})

test('ZR833: audio is released with its last player, and a changed file is read again', async () => {
  await using folder = await createTempDirectory()
  const path = await writeTone(join(folder.path, 'music.wav'), 1)
  const files = new SharedAudioFiles()
  const played = await files.open(path)
  await rm(path)
  await writeTone(path, 2)
  const changed = await files.open(path)

  expect(changed.pcm).toHaveLength(32_000)
  changed[Symbol.dispose]()
  played[Symbol.dispose]()
  expect((await files.open(path)).pcm).not.toBe(changed.pcm)
  await writeFile(path, 'no audio')
  await expect(files.open(path)).rejects.toThrow('is not a 16-bit mono WAV file')
  await expect(files.open(join(folder.path, 'missing.wav'))).rejects.toThrow('ENOENT')
})

/** Guarantee: legs on hold do not fill the memory of a media process. */
test('ZR833: the memory for music does not grow with the number of those who hear it', async () => {
  await using test = await startMediaWithConference()
  // Three minutes, the longest music: 5.76 MB.
  const path = await writeTone(join(test.folder, 'music.wav'), 180)
  const play = (legId: string) =>
    test.media.request({
      command: 'add-player',
      ...conferenceRef,
      legId,
      source: { kind: 'file', path },
      listeners: [],
      repeat: 'loop',
    })
  const residentBytes = async () => (await test.media.request({ command: 'inspect' })).residentBytes
  await play('first')
  const before = await residentBytes()

  for (let n = 0; n < 60; n++) await play(`player${n}`)

  expect((await residentBytes()) - before).toBeLessThan(100 * 1024 * 1024)
})
