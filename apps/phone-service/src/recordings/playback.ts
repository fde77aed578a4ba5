import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResponseOf } from '@parley/contract'
import { PhoneError, type recordings } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { createAudioResponse } from './audio-response.ts'
import { mixTracks } from './mix-tracks.ts'
import { readPeaks } from './peaks.ts'
import { findRecording, listRecordings, recordingOffsetMs, type StoredRecording } from './recordings.ts'
import { signLink, verifyLink } from './signed-links.ts'

export async function createRecordingLink(
  services: Services,
  { user, params }: PhoneRequest<typeof recordings.createRecordingLink>,
): Promise<ResponseOf<typeof recordings.createRecordingLink>> {
  const recording = await requireRecording(services, user.workspaceId, params.recording)
  requireFinished([recording])
  return signLink(services, `/recordings/${recording.id}/audio`)
}

export async function createCallAudioLink(
  services: Services,
  { user, params }: PhoneRequest<typeof recordings.createCallAudioLink>,
): Promise<ResponseOf<typeof recordings.createCallAudioLink>> {
  const all = await listRecordings(services.database, [params.call])
  const own = all.filter(({ workspaceId }) => workspaceId === user.workspaceId)
  if (own.length === 0) throw new PhoneError('RECORDING_NOT_FOUND')
  requireFinished(own)
  return signLink(services, `/calls/${params.call}/audio`)
}

export async function getPeaks(
  services: Services,
  { user, params, query }: PhoneRequest<typeof recordings.getPeaks>,
): Promise<ResponseOf<typeof recordings.getPeaks>> {
  const recording = await requireRecording(services, user.workspaceId, params.recording)
  requireFinished([recording])
  const recordingsOfCall = await listRecordings(services.database, [recording.callId])
  return {
    peaks: await readPeaks(toFilePath(services, recording), query.count),
    offsetMs: recordingOffsetMs(recording, recordingsOfCall),
    durationMs: recording.durationMs,
  }
}

export async function getRecordingAudio(
  services: Services,
  { params, query, info: call }: PhoneRequest<typeof recordings.getRecordingAudio>,
) {
  verifyLink(services, `/recordings/${params.recording}/audio`, query)
  const recording = await findRecording(services.database, params.recording)
  if (!recording || recording.state === 'lost') throw new PhoneError('RECORDING_NOT_FOUND')

  const path = toFilePath(services, recording)
  const file = await stat(path).catch(() => null)
  if (!file) throw new PhoneError('RECORDING_NOT_FOUND')
  const read = (start: number, end: number) => createReadStream(path, { start, end })
  return createAudioResponse({ totalBytes: file.size, read }, call.headers.range)
}

export async function getCallAudio(
  services: Services,
  { params, query, info: call }: PhoneRequest<typeof recordings.getCallAudio>,
) {
  verifyLink(services, `/calls/${params.call}/audio`, query)
  const all = await listRecordings(services.database, [params.call])
  const kept = all.filter(({ state }) => state === 'finished' || state === 'recovered')
  const tracks = kept.map((recording) => ({
    path: toFilePath(services, recording),
    offsetMs: recordingOffsetMs(recording, kept),
  }))
  try {
    if (tracks.length === 0) throw new PhoneError('RECORDING_NOT_FOUND')
    return createAudioResponse(await mixTracks(tracks), call.headers.range)
  } catch (error) {
    if (!(error instanceof PhoneError))
      services.log.error('recording.read_failed', { callId: params.call, error })
    throw new PhoneError('RECORDING_NOT_FOUND')
  }
}

async function requireRecording(
  services: Services,
  workspaceId: string,
  id: string,
): Promise<StoredRecording> {
  const recording = await findRecording(services.database, id)
  if (!recording || recording.workspaceId !== workspaceId || recording.state === 'lost') {
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
