import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResponseOf } from '@parley/contract'
import { PhoneError, type recordings } from '@parley/contract/phone'
import { CustomResponse, type RequestInfo } from '@parley/server/http'
import { findReadableCall } from '../call-log/records/index.ts'
import {
  AccountServiceUnavailableError,
  type AuthenticationService,
  type CurrentUser,
  hasAccess,
  type PhoneRequest,
} from '../request-context/index.ts'
import { createServiceContext } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { createAudioResponse } from './audio-response.ts'
import { mixTracks } from './mix-tracks.ts'
import { readPeaks } from './peaks.ts'
import { findRecording, listRecordings, recordingOffsetMs, type StoredRecording } from './recordings.ts'
import { signLink, verifyLink } from './signed-links.ts'
import { insertUsedAudioLink } from './used-audio-links.ts'

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
  if (own.length === 0 || !(await findReadableCall(services.database, user, params.call)))
    throw new PhoneError('RECORDING_NOT_FOUND')
  requireFinished(own)
  return respondLink(services, user, `/calls/${params.call}/audio`)
}

export async function getPeaks(
  services: Services,
  { user, params, query }: PhoneRequest<typeof recordings.getPeaks>,
): Promise<ResponseOf<typeof recordings.getPeaks>> {
  const recording = await requireRecording(services, user, params.recording)
  requireFinished([recording])
  const recordingsOfCall = await listRecordings(services.database, [recording.callId])
  return {
    peaks: await readPeaks(toFilePath(services, recording), query.count),
    offsetMs: recordingOffsetMs(recording, recordingsOfCall),
    durationMs: recording.durationMs,
  }
}

export async function getRecordingAudio(
  services: Services & AuthenticationService,
  { params, query, info }: PhoneRequest<typeof recordings.getRecordingAudio>,
) {
  await openLink(services, `/recordings/${params.recording}/audio`, query, info)
  const recording = await findRecording(services.database, params.recording)
  if (!recording || recording.state === 'lost') throw new PhoneError('RECORDING_NOT_FOUND')

  const path = toFilePath(services, recording)
  const file = await stat(path).catch(() => null)
  if (!file) throw new PhoneError('RECORDING_NOT_FOUND')
  const read = (start: number, end: number) => createReadStream(path, { start, end })
  await auditPlayback(services, { type: 'recording', id: recording.id }, query, info)
  return createAudioResponse({ totalBytes: file.size, read }, info.headers.range, toDisposition(query))
}

export async function getCallAudio(
  services: Services & AuthenticationService,
  { params, query, info }: PhoneRequest<typeof recordings.getCallAudio>,
) {
  await openLink(services, `/calls/${params.call}/audio`, query, info)
  const all = await listRecordings(services.database, [params.call])
  const kept = all.filter(({ state }) => state === 'finished' || state === 'recovered')
  const tracks = kept.map((recording) => ({
    path: toFilePath(services, recording),
    offsetMs: recordingOffsetMs(recording, kept),
  }))
  try {
    if (tracks.length === 0) throw new PhoneError('RECORDING_NOT_FOUND')
    const mixed = await mixTracks(tracks)
    await auditPlayback(services, { type: 'call', id: params.call }, query, info)
    return createAudioResponse(mixed, info.headers.range, toDisposition(query))
  } catch (error) {
    if (!(error instanceof PhoneError))
      services.log.error('recording.read_failed', { callId: params.call, error })
    throw new PhoneError('RECORDING_NOT_FOUND')
  }
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

/**
 * Checks a link and that its user is still signed in in the session, and a member of the workspace.
 *
 * @throws {PhoneError} `RECORDING_LINK_EXPIRED`, `ACCOUNTS_UNREACHABLE`
 */
async function openLink(
  services: Services & AuthenticationService,
  path: string,
  query: LinkQuery,
  info: RequestInfo,
): Promise<void> {
  const sessionId = verifyLink(services, path, query, info)
  const access = { userId: query.user, workspaceId: query.workspace, sessionId }
  const isAllowed = await hasAccess(services.authentication, access).catch((error) => {
    if (error instanceof AccountServiceUnavailableError) throw new PhoneError('ACCOUNTS_UNREACHABLE')
    throw error
  })
  if (!isAllowed) throw new PhoneError('RECORDING_LINK_EXPIRED')
}

function toDisposition({ download }: LinkQuery): 'inline' | 'attachment' {
  return download === undefined ? 'inline' : 'attachment'
}

/** Audits the first use of a link: a player sends a request for each part of the audio. */
async function auditPlayback(
  services: Services,
  subject: { readonly type: 'recording' | 'call'; readonly id: string },
  { user: userId, workspace: workspaceId, signature, expires, download }: LinkQuery,
  info: RequestInfo,
): Promise<void> {
  const action = download === undefined ? 'recording.played' : 'recording.downloaded'
  const link = { signature, action, expiresAt: new Date(expires) } as const
  await createServiceContext(services, { workspaceId, userId, info }).transaction(async (transaction) => {
    if (await insertUsedAudioLink(transaction, link)) await transaction.audit(action, subject)
  })
}

async function requireRecording(services: Services, user: CurrentUser, id: string): Promise<StoredRecording> {
  const recording = await findRecording(services.database, id)
  const call = recording && (await findReadableCall(services.database, user, recording.callId))
  if (!call || recording.state === 'lost') {
    throw new PhoneError('RECORDING_NOT_FOUND')
  }
  return recording
}

function requireFinished(found: readonly StoredRecording[]): void {
  if (found.some(({ state }) => state === 'writing')) throw new PhoneError('RECORDING_NOT_READY')
}

function toFilePath({ settings }: Pick<Services, 'settings'>, { file }: StoredRecording): string {
  return join(settings.recordingsDirectory, file)
}
