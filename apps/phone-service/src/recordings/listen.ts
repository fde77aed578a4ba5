import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResponseOf } from '@parley/contract'
import { PhoneError, type recordings } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import type { Services } from '../services.ts'
import { audioReply } from './audio-reply.ts'
import { checkLink, signLink } from './links.ts'
import { mixTracks } from './mixed-audio.ts'
import { readPeaks } from './peaks.ts'
import { findRecording, listRecordings, offsetMsOf, type StoredRecording } from './recordings.ts'

export async function createRecordingLink(
  services: Services,
  { caller, params }: Requested<typeof recordings.createRecordingLink>,
): Promise<ResponseOf<typeof recordings.createRecordingLink>> {
  const recording = await findOwn(services, caller.workspaceId, params.recording)
  refuseUnready([recording])
  return signLink(services, `/recordings/${recording.id}/audio`)
}

export async function createCallAudioLink(
  services: Services,
  { caller, params }: Requested<typeof recordings.createCallAudioLink>,
): Promise<ResponseOf<typeof recordings.createCallAudioLink>> {
  const all = await listRecordings(services.database, [params.call])
  const own = all.filter(({ workspaceId }) => workspaceId === caller.workspaceId)
  if (own.length === 0) throw new PhoneError('RECORDING_NOT_FOUND')
  refuseUnready(own)
  return signLink(services, `/calls/${params.call}/audio`)
}

export async function getPeaks(
  services: Services,
  { caller, params, query }: Requested<typeof recordings.getPeaks>,
): Promise<ResponseOf<typeof recordings.getPeaks>> {
  const recording = await findOwn(services, caller.workspaceId, params.recording)
  refuseUnready([recording])
  const ofCall = await listRecordings(services.database, [recording.callId])
  return {
    peaks: await readPeaks(pathOf(services, recording), query.count),
    offsetMs: offsetMsOf(recording, ofCall),
    durationMs: recording.durationMs,
  }
}

export async function getRecordingAudio(
  services: Services,
  { params, query, call }: Requested<typeof recordings.getRecordingAudio>,
) {
  checkLink(services, `/recordings/${params.recording}/audio`, query)
  const recording = await findRecording(services.database, params.recording)
  if (!recording || recording.state === 'lost') throw new PhoneError('RECORDING_NOT_FOUND')

  const path = pathOf(services, recording)
  const file = await stat(path).catch(() => null)
  if (!file) throw new PhoneError('RECORDING_NOT_FOUND')
  const read = (start: number, end: number) => createReadStream(path, { start, end })
  return audioReply({ totalBytes: file.size, read }, call.headers.range)
}

export async function getCallAudio(
  services: Services,
  { params, query, call }: Requested<typeof recordings.getCallAudio>,
) {
  checkLink(services, `/calls/${params.call}/audio`, query)
  const all = await listRecordings(services.database, [params.call])
  const kept = all.filter(({ state }) => state === 'finished' || state === 'recovered')
  const tracks = kept.map((recording) => ({
    path: pathOf(services, recording),
    offsetMs: offsetMsOf(recording, kept),
  }))
  try {
    if (tracks.length === 0) throw new PhoneError('RECORDING_NOT_FOUND')
    return audioReply(await mixTracks(tracks), call.headers.range)
  } catch (error) {
    if (!(error instanceof PhoneError))
      services.log.error('recording.read-failed', { callId: params.call, error })
    throw new PhoneError('RECORDING_NOT_FOUND')
  }
}

async function findOwn(services: Services, workspaceId: string, id: string): Promise<StoredRecording> {
  const recording = await findRecording(services.database, id)
  if (!recording || recording.workspaceId !== workspaceId || recording.state === 'lost') {
    throw new PhoneError('RECORDING_NOT_FOUND')
  }
  return recording
}

function refuseUnready(found: readonly StoredRecording[]): void {
  if (found.some(({ state }) => state === 'writing')) throw new PhoneError('RECORDING_NOT_READY')
}

function pathOf({ settings }: Pick<Services, 'settings'>, { file }: StoredRecording): string {
  return join(settings.recordingsDirectory, file)
}
