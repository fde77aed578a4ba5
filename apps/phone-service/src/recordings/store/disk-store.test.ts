import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDiskStore } from './disk-store.ts'
import { describeRecordingStore, writeTemporaryFile } from './testing/store-conformance.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-store-'))
})
afterAll(() => rm(directory, { recursive: true }))

describe('NR7: on disk', () =>
  describeRecordingStore(async () => createDiskStore(join(directory, 'recordings'))))

/** Guarantee: the audio of a recording is not left in incomplete copies, which nothing would delete. */
test('the copy that a crash has left incomplete is replaced, and deleted with its object', async () => {
  await using file = await writeTemporaryFile()
  const folder = join(directory, 'crashed')
  const store = createDiskStore(folder)
  await store.put('a.wav', file.path)
  await writeFile(join(folder, 'a.wav.incomplete'), 'the beginning')

  await store.put('a.wav', file.path)
  expect(await readdir(folder)).toEqual(['a.wav'])

  await writeFile(join(folder, 'a.wav.incomplete'), 'the beginning')
  await store.delete('a.wav')
  expect(await readdir(folder)).toEqual([])
})
