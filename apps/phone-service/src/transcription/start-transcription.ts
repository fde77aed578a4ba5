import type { ResponseOf } from '@parley/contract'
import { PhoneError, type transcripts } from '@parley/contract/phone'
import { findAudibleCall, publishDetails, type StoredCall } from '../call-log/index.ts'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { LiveService } from '../live/index.ts'
import { findProvider, toProviderHost } from '../model-providers/index.ts'
import { listRecordings } from '../recordings/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import {
  countEditedLines,
  deleteTranscription,
  hasTranscription,
  summarizeWork,
  type WorkSummary,
} from './records/index.ts'
import { insertRequest, isEmergencyCall } from './request-transcription.ts'

type GetTranscription = typeof transcripts.getTranscription
type StartTranscription = typeof transcripts.startTranscription
type RestartTranscription = typeof transcripts.restartTranscription

export async function getTranscription(
  services: Pick<Services, 'database'>,
  { user, params }: PhoneRequest<GetTranscription>,
): Promise<ResponseOf<GetTranscription>> {
  const call = await findAudibleCall(services.database, user, params.call)
  if (!call) throw new PhoneError('RECORDING_NOT_FOUND')
  return await serializeTranscription(services, call)
}

export async function startTranscription(
  services: Services & LiveService,
  { user, params, transaction }: PhoneRequest<StartTranscription>,
): Promise<ResponseOf<StartTranscription>> {
  const call = await requireTranscribable(services, user, params.call)
  await transaction(async (changes) => {
    const request = { requestedBy: user.userId, now: services.now() }
    if (await insertRequest(changes, call, request))
      await changes.audit('transcription.requested', { type: 'call', id: call.id })
  })
  publishDetails(services.live, [call])
  return await serializeTranscription(services, call)
}

/** Replaces a transcript with its edits: another model divides the same audio into other lines. */
export async function restartTranscription(
  services: Services & LiveService,
  { user, params, transaction }: PhoneRequest<RestartTranscription>,
): Promise<ResponseOf<RestartTranscription>> {
  const call = await requireTranscribable(services, user, params.call)
  await transaction(async (changes) => {
    const exists = await hasTranscription(changes, call.id)
    if (exists && (await summarizeWork(changes, call.id)).unfinished > 0) return
    const editedLines = await countEditedLines(changes, call.id)
    await deleteTranscription(changes, call.id)
    const request = { requestedBy: user.userId, now: services.now() }
    if (!(await insertRequest(changes, call, request))) return
    const subject = { type: 'call', id: call.id }
    if (exists) await changes.audit('transcription.restarted', subject, { editedLines })
    else await changes.audit('transcription.requested', subject)
  })
  publishDetails(services.live, [call])
  return await serializeTranscription(services, call)
}

/**
 * Returns a call that the user may have transcribed.
 *
 * @throws {PhoneError} `RECORDING_NOT_FOUND`, `RECORDING_NOT_READY`, `EMERGENCY_CALL_NOT_TRANSCRIBED`,
 * `TRANSCRIPTION_NOT_CONFIGURED`, `DISK_FULL`
 */
async function requireTranscribable(
  services: Services,
  user: PhoneRequest<StartTranscription>['user'],
  callId: string,
): Promise<StoredCall> {
  const { database } = services
  const call = await findAudibleCall(database, user, callId)
  if (!call) throw new PhoneError('RECORDING_NOT_FOUND')
  if (call.state.phase !== 'ended') throw new PhoneError('RECORDING_NOT_READY')
  if (await isEmergencyCall(database, call)) throw new PhoneError('EMERGENCY_CALL_NOT_TRANSCRIBED')
  if (!(await findProvider(database, call.workspaceId, 'transcription')))
    throw new PhoneError('TRANSCRIPTION_NOT_CONFIGURED')
  await requireDatabaseSpace(services)
  return call
}

async function serializeTranscription(
  { database }: Pick<Services, 'database'>,
  call: StoredCall,
): Promise<transcripts.Transcription> {
  const provider = await findProvider(database, call.workspaceId, 'transcription')
  const exists = await hasTranscription(database, call.id)
  const summary = await summarizeWork(database, call.id)
  const state = exists ? toState(summary) : 'none'
  const isRunning = state === 'queued' || state === 'running'
  const isPossible = provider !== null && !isRunning && (await isTranscribable(database, call))
  return {
    state,
    progress: {
      done: summary.doneChunks,
      // Unknown before the speech of all tracks has been found.
      total: summary.unplannedTracks > 0 ? 0 : summary.chunks,
    },
    problem: toProblem(summary.problem),
    retriesAt: summary.retriesAt?.getTime() ?? null,
    providerHost: provider && toProviderHost(provider.baseUrl),
    canStart: isPossible && state !== 'done',
    canRestart: isPossible && state !== 'none',
  }
}

function toState({ unfinished, failed, hasBegun }: WorkSummary): transcripts.Transcription['state'] {
  if (unfinished > 0) return hasBegun ? 'running' : 'queued'
  return failed > 0 ? 'failed' : 'done'
}

/** Only this program writes the problems. */
function toProblem(stored: string | null): transcripts.Transcription['problem'] {
  return stored as transcripts.Transcription['problem']
}

async function isTranscribable(database: Services['database'], call: StoredCall): Promise<boolean> {
  if (call.state.phase !== 'ended') return false
  const recordings = await listRecordings(database, [call.id])
  const areComplete =
    recordings.some(({ state }) => state !== 'lost') && recordings.every(({ state }) => state !== 'writing')
  return areComplete && !(await isEmergencyCall(database, call))
}
