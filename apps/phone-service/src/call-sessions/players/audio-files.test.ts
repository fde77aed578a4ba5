import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { required, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { AudioFiles } from './audio-files.ts'

/** Audio that counts how often it is read. */
function createAudio(version: string, audio: Buffer | null = Buffer.from(version)) {
  const counts = { reads: 0 }
  return {
    version,
    counts,
    async read() {
      counts.reads++
      return audio
    },
  }
}

/** Guarantee: calls on hold cost the database and the disk nothing that grows with their number. */
test('ZR834: each version of uploaded audio is read and written once for all calls that play it', async () => {
  await using files = new AudioFiles()
  const music = createAudio('first')
  const other = createAudio('second')

  const opened = await Promise.all(Array.from({ length: 20 }, () => files.open(music)))
  const paths = new Set(opened.map((each) => each?.file))
  for (const each of opened) await each?.[Symbol.asyncDispose]()
  const later = await files.open(music)
  const [path] = paths

  expect(paths.size).toBe(1)
  expect(later?.file).toBe(path)
  expect(music.counts.reads).toBe(1)
  expect(await readFile(required(path, 'the path'), 'utf8')).toBe('first')
  expect((await files.open(other))?.file).not.toBe(path)
})

test('ZR834: a file is removed some time after its last use, and all files with the service', async () => {
  const files = new AudioFiles(0)
  const music = createAudio('first')
  const used = required(await files.open(music), 'the file')
  const shared = required(await files.open(music), 'the file')
  const other = required(await files.open(createAudio('second')), 'the other file')

  await used[Symbol.asyncDispose]()
  // A timer of the same duration that starts later also ends later.
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(existsSync(used.file)).toBe(true)
  await shared[Symbol.asyncDispose]()
  await waitUntil('the file is removed', () => !existsSync(used.file))
  await files[Symbol.asyncDispose]()

  expect(existsSync(other.file)).toBe(false)
})

test('ZR834: audio that is deleted or cannot be read leaves nothing, and is read again', async () => {
  await using files = new AudioFiles()
  const deleted = createAudio('deleted', null)
  const failing = { version: 'failing', read: () => Promise.reject(new Error('no database')) }

  expect(await files.open(deleted)).toBeNull()
  expect(await files.open(deleted)).toBeNull()
  expect(deleted.counts.reads).toBe(2)
  await expect(files.open(failing)).rejects.toThrow('no database')
  expect((await files.open({ ...failing, read: async () => Buffer.from('a') }))?.file).toContain('.wav')
})
