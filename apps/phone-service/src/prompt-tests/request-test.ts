import { PhoneError } from '@parley/contract/phone'
import type { RateLimit } from '@parley/server'
import { findAudibleCall, type StoredCall } from '../call-log/index.ts'
import type { Services } from '../services.ts'
import { hasTranscription, measureLines, summarizeWork } from '../transcription/records/index.ts'
import { listReferences } from './records/index.ts'

/** Test runs of a workspace: each request to a model costs money. */
const runLimit: RateLimit = {
  name: 'phone-prompt-tests',
  attempts: 10,
  windowMs: 10 * 60_000,
  kind: 'sliding',
}

/** @throws {PhoneError} `TOO_MANY_REQUESTS` */
export async function consumeRun(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  workspaceId: string,
): Promise<void> {
  const verdict = await rateLimits.consume(runLimit, workspaceId)
  if (!verdict.isAllowed)
    throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds })
}

/**
 * Returns the ids of calls as they are tested: each once.
 *
 * @throws {PhoneError} `RECORDING_NOT_FOUND`, `TRANSCRIPT_NOT_FOUND`, `TRANSCRIPT_NOT_COMPLETE`
 */
export async function requireTestableCalls(
  database: Services['database'],
  user: Parameters<typeof findAudibleCall>[1],
  callIds: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(callIds)]
  for (const id of ids) {
    const call = await findAudibleCall(database, user, id)
    if (!call) throw new PhoneError('RECORDING_NOT_FOUND')
    await requireTranscript(database, call)
  }
  return ids
}

/** @throws {PhoneError} `TRANSCRIPT_NOT_FOUND`, `TRANSCRIPT_NOT_COMPLETE` */
async function requireTranscript(database: Services['database'], { id }: StoredCall): Promise<void> {
  if (!(await hasTranscription(database, id))) throw new PhoneError('TRANSCRIPT_NOT_FOUND')
  const { unfinished, failed } = await summarizeWork(database, id)
  if (unfinished + failed > 0) throw new PhoneError('TRANSCRIPT_NOT_COMPLETE')
  const { count } = await measureLines(database, id)
  if (count === 0) throw new PhoneError('TRANSCRIPT_NOT_FOUND')
}

/** @throws {PhoneError} `REFERENCE_CALL_NOT_FOUND` when there is none */
export async function requireReferenceCalls(
  database: Services['database'],
  workspaceId: string,
): Promise<string[]> {
  const references = await listReferences(database, workspaceId)
  if (references.length === 0) throw new PhoneError('REFERENCE_CALL_NOT_FOUND')
  return references.map(({ callId }) => callId)
}
