import { randomBytes, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { selfTests } from '@parley/contract/phone'
import type { Services } from '../../services.ts'
import type { RecordingStorageService } from '../recording-storage.ts'
import { type RecordingStore, RecordingStoreError } from '../store/recording-store.ts'
import { findSpaceProblem } from './recording-space.ts'

/** Why a recording cannot be stored and read again. */
export class StoreTestError extends Error {
  override readonly name = 'StoreTestError'
  readonly problem: selfTests.StorageProblem

  constructor(problem: selfTests.StorageProblem, options?: ErrorOptions) {
    super(`The test of the store of recordings has failed: ${problem}.`, options)
    this.problem = problem
  }
}

/**
 * Writes a small file where recordings are written, moves it to their store, reads it and deletes it.
 *
 * @throws {StoreTestError}
 */
export async function testRecordingStore(
  deps: Pick<Services, 'database'> & RecordingStorageService,
  workspaceId: string,
  signal: AbortSignal,
): Promise<void> {
  const space = await findSpaceProblem(deps, workspaceId)
  if (space) throw new StoreTestError(space === 'RECORDING_DISK_FULL' ? 'disk-full' : 'quota-full')
  const { store, spoolDirectory } = deps.recordingStorage
  const key = `parley-check-${randomUUID()}`
  const file = join(spoolDirectory, key)
  const content = randomBytes(64)
  try {
    await writeFile(file, content, { mode: 0o600, flag: 'wx' })
    await store.put(key, file, signal)
    if (!content.equals(await read(store, key))) throw new StoreTestError('changed')
  } catch (error) {
    throw error instanceof StoreTestError ? error : new StoreTestError(toProblem(error), { cause: error })
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
    await store.delete(key).catch(() => undefined)
  }
}

async function read(store: RecordingStore, key: string): Promise<Buffer> {
  const stored = await store.find(key)
  if (!stored || stored.totalBytes === 0) return Buffer.alloc(0)
  const parts: Buffer[] = []
  for await (const part of stored.read(0, stored.totalBytes - 1)) parts.push(part)
  return Buffer.concat(parts)
}

const codes: Readonly<Record<string, selfTests.StorageProblem>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
}

function toProblem(error: unknown): selfTests.StorageProblem {
  const cause = error instanceof RecordingStoreError ? error.cause : error
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? ''
  if (codes[code]) return codes[code]
  return error instanceof RecordingStoreError && error.isPermanent ? 'rejected' : 'unavailable'
}
