import { readFile } from 'node:fs/promises'
import { wavHeaderBytes } from '@parley/primitives'

/** Returns the samples of a WAV file that a program is still writing: its header has no length yet. */
export async function readSamples(path: string): Promise<Int16Array> {
  const file = await readFile(path).catch(() => Buffer.alloc(0))
  const count = Math.max(0, Math.floor((file.length - wavHeaderBytes) / 2))
  return Int16Array.from({ length: count }, (_, index) => file.readInt16LE(wavHeaderBytes + index * 2))
}
