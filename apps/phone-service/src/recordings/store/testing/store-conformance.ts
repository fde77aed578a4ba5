import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import type { Audio, RecordingStore } from '../recording-store.ts'

/** Longer than the blocks in which streams are read. */
const objectBytes = 300_001

/** Writes random bytes to a temporary file, which the test removes. */
export async function writeTemporaryFile(bytes = randomBytes(objectBytes)) {
  const directory = await mkdtemp(join(tmpdir(), 'parley-object-'))
  const path = join(directory, 'audio.wav')
  await writeFile(path, bytes)
  return { path, bytes, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) }
}

export async function readAll(audio: Audio | null, start = 0, end = Number.NaN): Promise<Buffer> {
  const { totalBytes, read } = required(audio, 'the object')
  const chunks: Buffer[] = []
  for await (const chunk of read(start, Number.isNaN(end) ? totalBytes - 1 : end)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The tests that every store of recordings passes. Each uses its own keys. */
export function describeRecordingStore(open: () => Promise<RecordingStore>): void {
  test('an object has the size and the bytes of its file, in every range, and the file remains', async () => {
    await using file = await writeTemporaryFile()
    const store = await open()

    await store.put('whole/a/b.wav', file.path)

    const audio = required(await store.find('whole/a/b.wav'), 'the object')
    expect(audio.totalBytes).toBe(objectBytes)
    expect(await readAll(audio)).toEqual(file.bytes)
    for (const [start, end] of [
      [0, 0],
      [44, 99_999],
      [objectBytes - 1, objectBytes - 1],
    ] as const)
      expect(await readAll(audio, start, end)).toEqual(file.bytes.subarray(start, end + 1))
    await store.put('whole/a/c.wav', file.path)
    expect(await readAll(await store.find('whole/a/c.wav'))).toEqual(file.bytes)
  })

  test('a missing object is not found, and deleting it changes nothing', async () => {
    const store = await open()
    await store.delete('missing/a.wav')
    expect(await store.find('missing/a.wav')).toBeNull()
  })

  test('an object is deleted alone', async () => {
    await using file = await writeTemporaryFile()
    const store = await open()
    for (const key of ['deleted/a.wav', 'deleted/a.wav2', 'deleted/b.wav']) await store.put(key, file.path)

    await store.delete('deleted/a.wav')

    expect(await store.find('deleted/a.wav')).toBeNull()
    expect(await store.find('deleted/b.wav')).not.toBeNull()
    expect(await store.find('deleted/a.wav2')).not.toBeNull()
  })

  /** Guarantee: a repetition after a crash leaves one object. */
  test('a file that is stored again replaces the object', async () => {
    await using first = await writeTemporaryFile()
    await using second = await writeTemporaryFile(randomBytes(10))
    const store = await open()

    await store.put('again/a.wav', first.path)
    await store.put('again/a.wav', first.path)
    expect(await readAll(await store.find('again/a.wav'))).toEqual(first.bytes)
    await store.put('again/a.wav', second.path)
    expect(await readAll(await store.find('again/a.wav'))).toEqual(second.bytes)
    await store.delete('again/a.wav')
    expect(await store.find('again/a.wav')).toBeNull()
  })

  test('a file that does not exist is not stored', async () => {
    const store = await open()
    await expect(store.put('none/a.wav', '/nonexistent/a.wav')).rejects.toThrow()
    expect(await store.find('none/a.wav')).toBeNull()
  })

  test('an object can be read in part by several readers that end at different times', async () => {
    await using file = await writeTemporaryFile()
    const store = await open()
    await store.put('readers/a.wav', file.path)
    const audio = required(await store.find('readers/a.wav'), 'the object')

    for await (const chunk of audio.read(0, objectBytes - 1)) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    const [whole, part] = await Promise.all([readAll(audio), readAll(audio, 10, 20)])

    expect([whole.equals(file.bytes), part]).toEqual([true, file.bytes.subarray(10, 21)])
  })
}
