import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { TestPhone } from './start-phone.ts'

/** The header of a file that is being written declares no samples yet. */
const wavHeaderBytes = 44

/**
 * Returns whether any audio but silence has been written.
 *
 * @throws {Error} fewer than two tracks are written
 */
export async function hasRecordedSound({ dataDirectory }: TestPhone): Promise<boolean> {
  const tracks = new Map<string, Buffer>()
  // The store comes second: finished tracks are moved to it from the spool.
  for (const name of ['recordings-spool', 'recordings'])
    for (const [file, track] of await readTracks(join(dataDirectory, name))) tracks.set(file, track)
  if (tracks.size < 2) throw new Error(`${tracks.size} tracks are written.`)
  return [...tracks.values()].some((track) => track.subarray(wavHeaderBytes).some((byte) => byte !== 0))
}

async function readTracks(directory: string): Promise<[string, Buffer][]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const tracks = await Promise.all(
    paths.map(async (path) => [basename(path), await readFile(path).catch(ignoreMissing)] as const),
  )
  return tracks.flatMap(([name, track]) => (track ? [[name, track]] : []))
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error
  return null
}
