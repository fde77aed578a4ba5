import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { recoverWav } from '@parley/rtp'
import type { RecoveredRecording } from '../recording.ts'

const dataLengthAt = 40
const headerBytes = 44

/**
 * Repairs every unfinished recording below `directory`. Finished recordings are neither changed nor returned.
 */
export async function recoverRecordings(directory: string): Promise<readonly RecoveredRecording[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  const recovered: RecoveredRecording[] = []
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith('.wav')) continue
    const file = join(entry.parentPath, entry.name)
    if (!(await isUnfinished(file))) continue
    const durationMs = await recoverWav(file).catch(() => null)
    if (durationMs !== null)
      recovered.push({ file, durationMs: Math.round(durationMs), sizeBytes: await getSize(file) })
  }
  return recovered
}

async function isUnfinished(path: string): Promise<boolean> {
  await using file = await open(path, 'r')
  const header = Buffer.alloc(headerBytes)
  const { bytesRead } = await file.read(header, 0, headerBytes, 0)
  const { size } = await file.stat()
  return bytesRead === headerBytes && header.readUInt32LE(dataLengthAt) !== size - headerBytes
}

async function getSize(path: string): Promise<number> {
  await using file = await open(path, 'r')
  return (await file.stat()).size
}
