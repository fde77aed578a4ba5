import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWavHeader, required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { findAudioFile } from '../store/audio-file.ts'
import { createPeaksReader } from './peaks.ts'

function toSource(path: string) {
  return { key: path, open: async () => required(await findAudioFile(path), 'the audio') }
}

/** Guarantee (ZR8): work for a client that has disconnected ends. */
test('ZR8: a scan ends when the last client that waits for it disconnects, and the next request starts another', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-peaks-'))
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => rm(directory, { recursive: true, force: true }))
  const path = join(directory, 'hour.wav')
  const bytes = 3_600 * 16_000 * 2
  await writeFile(path, createWavHeader(16_000, bytes))
  await truncate(path, 44 + bytes)
  const [first, second, later] = [new AbortController(), new AbortController(), new AbortController()]
  const read = createPeaksReader(2)
  const source = toSource(path)

  const waiting = Promise.allSettled([read(source, 10, first.signal), read(source, 10, second.signal)])
  first.abort()
  const joined = read(source, 10, later.signal)
  second.abort()
  later.abort()
  const [ofFirst] = await waiting

  expect(ofFirst).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } })
  await expect(joined).rejects.toThrow()
  expect(await read(source, 10, new AbortController().signal)).toEqual(new Array(10).fill(0))
})

test('the peaks of few sections are the highest of their parts', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-peaks-'))
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => rm(directory, { recursive: true, force: true }))
  const path = join(directory, 'steps.wav')
  const samples = new Int16Array(8_000)
  samples[1_999] = -32_768
  samples[4_000] = 16_384
  await writeFile(path, [createWavHeader(8_000, samples.byteLength), new Uint8Array(samples.buffer)])
  const read = createPeaksReader(2)
  const source = toSource(path)

  const { signal } = new AbortController()

  expect(await read(source, 4, signal)).toEqual([1, 0, 0.5, 0])
  expect(await read(source, 8, signal)).toEqual([0, 1, 0, 0, 0.5, 0, 0, 0])
})
