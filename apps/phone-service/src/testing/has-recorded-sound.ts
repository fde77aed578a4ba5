import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestPhone } from './start-phone.ts'

/** The header of a file that is being written declares no samples yet. */
const wavHeaderBytes = 44

/**
 * Returns whether any audio but silence has been written.
 *
 * @throws {Error} fewer than two tracks are written
 */
export async function hasRecordedSound({ dataDirectory }: TestPhone): Promise<boolean> {
  const directory = join(dataDirectory, 'recordings-spool')
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  if (files.length < 2) throw new Error(`${files.length} tracks are written.`)
  const tracks = await Promise.all(files.map((file) => readFile(file)))
  return tracks.some((track) => track.subarray(wavHeaderBytes).some((byte) => byte !== 0))
}
