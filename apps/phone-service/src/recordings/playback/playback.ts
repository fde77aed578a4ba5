import type { ResponseOf } from '@parley/contract'
import { PhoneError, type recordings } from '@parley/contract/phone'
import { CustomResponse, type RequestInfo } from '@parley/server/http'
import { findAudibleCall } from '../../call-log/records/index.ts'
import {
  type AuthenticationService,
  type CurrentUser,
  createUserConcurrencyLimit,
  findReader,
  type PhoneRequest,
  type Reader,
  requireCurrentAccess,
  runOrUnreachable,
} from '../../request-context/index.ts'
import type { Services } from '../../services.ts'
import { findRecordingAudio, type RecordingStorageService } from '../recording-storage.ts'
import {
  findAudioStart,
  findRecording,
  listRecordings,
  type StoredRecording,
  withOffsets,
} from '../recordings.ts'
import { type Audio, RecordingStoreError } from '../store/recording-store.ts'
import { mixTracks } from '../wav/mix-tracks.ts'
import { createPeaksReader } from '../wav/peaks.ts'
import { sendAudio } from './send-audio.ts'
import { signLink, verifyLink } from './signed-links.ts'

export async function createRecordingLink(
  services: Services,
  { user, params }: PhoneRequest<typeof recordings.createRecordingLink>,
): Promise<CustomResponse<ResponseOf<typeof recordings.createRecordingLink>>> {
  const recording = await requireRecording(services, user, params.recording)
  requireFinished([recording])
  return respondLink(services, user, `/recordings/${recording.id}/audio`)
}

export async function createCallAudioLink(
  services: Services,
  { user, params }: PhoneRequest<typeof recordings.createCallAudioLink>,
): Promise<CustomResponse<ResponseOf<typeof recordings.createCallAudioLink>>> {
  const all = await listRecordings(services.database, [params.call])
  const own = all.filter(({ workspaceId }) => workspaceId === user.workspaceId)
  if (own.length === 0 || !(await findAudibleCall(services.database, user, params.call)))
    throw new PhoneError('RECORDING_NOT_FOUND')
  requireFinished(own)
  return respondLink(services, user, `/calls/${params.call}/audio`)
}

export async function getPeaks(
  services: Services & RecordingStorageService,
  { user, params, query, info }: PhoneRequest<typeof recordings.getPeaks>,
): Promise<ResponseOf<typeof recordings.getPeaks>> {
  const recording = await requireRecording(services, user, params.recording)
  requireFinished([recording])
  const start = await findAudioStart(services.database, recording.callId)
  return {
    peaks: await readRecordingPeaks(services, user, recording, {
      count: query.count,
      disconnected: info.signal,
    }),
    offsetMs: recording.startedAt.getTime() - (start ?? recording.startedAt).getTime(),
    durationMs: recording.durationMs,
  }
}

/** Peaks that are read or wait for it. The page of a call reads those of all its recordings. */
const startReadingPeaks = createUserConcurrencyLimit({ perUser: 20, perWorkspace: 60, perNode: 200 })
const readPeaks = createPeaksReader(500)

async function readRecordingPeaks(
  services: Services & RecordingStorageService,
  user: CurrentUser,
  recording: StoredRecording,
  { count, disconnected }: { readonly count: number; readonly disconnected: AbortSignal },
): Promise<number[]> {
  const { end } = startReadingPeaks(user)
  try {
    const source = { key: recording.key, open: () => requireAudio(services, recording) }
    return await readPeaks(source, count, disconnected)
  } catch (error) {
    if (disconnected.aborted) throw new PhoneError('RECORDING_NOT_FOUND')
    throw toReadError(services, recording, error)
  } finally {
    end()
  }
}

type Deps = Services & AuthenticationService & RecordingStorageService

export async function getRecordingAudio(
  services: Deps,
  { params, query, info }: PhoneRequest<typeof recordings.getRecordingAudio>,
) {
  const access = verifyAccess(services, `/recordings/${params.recording}/audio`, query, info)
  const findListener = () => requireReader(services, access)
  return await sendRecording(services, params.recording, findListener, { listener: access, query, info })
}

export async function getCallAudio(
  services: Deps,
  { params, query, info }: PhoneRequest<typeof recordings.getCallAudio>,
) {
  const access = verifyAccess(services, `/calls/${params.call}/audio`, query, info)
  const findListener = () => requireReader(services, access)
  return await sendCall(services, params.call, findListener, { listener: access, query, info })
}

export async function getRecordingFile(
  services: Deps,
  { user, params, query, info }: PhoneRequest<typeof recordings.getRecordingFile>,
) {
  const findListener = () => requireCurrentAccess(services, user, { info, scope: 'recordings:read' })
  const request = { listener: user, query: { ...query, download: 'true' as const }, info }
  return await sendRecording(services, params.recording, findListener, request)
}

export async function getCallFile(
  services: Deps,
  { user, params, query, info }: PhoneRequest<typeof recordings.getCallFile>,
) {
  const findListener = () => requireCurrentAccess(services, user, { info, scope: 'recordings:read' })
  const request = { listener: user, query: { ...query, download: 'true' as const }, info }
  return await sendCall(services, params.call, findListener, request)
}

type AudioRequest = Parameters<typeof sendAudio>[2]

async function sendRecording(
  services: Deps,
  id: string,
  findListener: () => Promise<Reader>,
  request: AudioRequest,
) {
  const authorize = async () => await requireRecording(services, await findListener(), id)
  const open = async () => {
    const recording = await authorize()
    try {
      return await requireAudio(services, recording)
    } catch (error) {
      throw toReadError(services, recording, error)
    }
  }
  return await sendAudio(services, { type: 'recording', id }, request, { authorize, open })
}

async function sendCall(
  services: Deps,
  id: string,
  findListener: () => Promise<Reader>,
  request: AudioRequest,
) {
  const authorize = async () => {
    if (!(await findAudibleCall(services.database, await findListener(), id)))
      throw new PhoneError('RECORDING_NOT_FOUND')
    const all = await listRecordings(services.database, [id])
    const kept = all.filter(({ state }) => state === 'finished' || state === 'recovered')
    const [first] = kept
    if (!first) throw new PhoneError('RECORDING_NOT_FOUND')
    return { first, kept }
  }
  const open = async () => {
    const { first, kept } = await authorize()
    try {
      return await mixTracks(
        withOffsets(kept).map((recording) => ({
          open: () => requireAudio(services, recording),
          offsetMs: recording.offsetMs,
        })),
      )
    } catch (error) {
      throw toReadError(services, first, error)
    }
  }
  return await sendAudio(services, { type: 'call', id }, request, { authorize, open })
}

/** @throws {PhoneError} `RECORDING_NOT_FOUND`, `RECORDING_NOT_READY` in the spool of another node */
async function requireAudio(
  services: Services & RecordingStorageService,
  recording: StoredRecording,
): Promise<Audio> {
  const audio = await findRecordingAudio(services, recording)
  if (audio) return audio
  const isElsewhere = recording.storedIn === 'spool' && recording.nodeId !== services.nodeId
  throw new PhoneError(isElsewhere ? 'RECORDING_NOT_READY' : 'RECORDING_NOT_FOUND')
}

/** Returns the error for a user whose recording cannot be read, and logs the cause. */
function toReadError({ log }: Services, { id, callId }: StoredRecording, error: unknown): PhoneError {
  if (error instanceof PhoneError) return error
  log.error('recording.read_failed', { recordingId: id, callId, error })
  return new PhoneError(
    error instanceof RecordingStoreError ? 'RECORDING_UNAVAILABLE' : 'RECORDING_NOT_FOUND',
  )
}

type LinkQuery = PhoneRequest<typeof recordings.getCallAudio>['query']

function respondLink(
  services: Services,
  user: CurrentUser,
  path: string,
): CustomResponse<ResponseOf<typeof recordings.createCallAudioLink>> {
  const { url, expiresAt, cookie } = signLink(services, user, path)
  return new CustomResponse({ status: 201, headers: { 'set-cookie': cookie }, body: { url, expiresAt } })
}

type LinkAccess = Parameters<typeof findReader>[1]

/** @throws {PhoneError} `RECORDING_LINK_EXPIRED` */
function verifyAccess(services: Services, path: string, query: LinkQuery, info: RequestInfo): LinkAccess {
  const sessionId = verifyLink(services, path, query, info)
  return { userId: query.user, workspaceId: query.workspace, sessionId }
}

/**
 * Returns the user of a link, who is still signed in in the session, and a member of the workspace.
 *
 * @throws {PhoneError} `RECORDING_LINK_EXPIRED`, `ACCOUNTS_UNREACHABLE`
 */
async function requireReader(
  services: Services & AuthenticationService,
  access: LinkAccess,
): Promise<Reader> {
  const reader = await runOrUnreachable(() => findReader(services.authentication, access))
  if (!reader) throw new PhoneError('RECORDING_LINK_EXPIRED')
  return reader
}

async function requireRecording(services: Services, user: Reader, id: string): Promise<StoredRecording> {
  const recording = await findRecording(services.database, id)
  const call = recording && (await findAudibleCall(services.database, user, recording.callId))
  if (!call || recording.state === 'lost') {
    throw new PhoneError('RECORDING_NOT_FOUND')
  }
  return recording
}

function requireFinished(found: readonly StoredRecording[]): void {
  if (found.some(({ state }) => state === 'writing')) throw new PhoneError('RECORDING_NOT_READY')
}
