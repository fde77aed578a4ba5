import { recordings } from '@parley/contract/phone'
import type { PhoneRouter, Services } from '../services.ts'
import {
  createCallAudioLink,
  createRecordingLink,
  getCallAudio,
  getPeaks,
  getRecordingAudio,
} from './playback.ts'

export { deleteAudioFiles, deleteRecordingRows } from './delete-recordings.ts'
export { finalizeCallRecordings } from './finalize-recordings.ts'
export { finalizeRecordingFile, insertStartedRecordings } from './insert-recordings.ts'
export { listRecordings, recordingOffsetMs, type StoredRecording } from './recordings.ts'
export { recoverRecordings } from './recover-recordings.ts'

export function serveRecordings(serve: PhoneRouter, services: Services): void {
  serve(recordings.createRecordingLink, (request) => createRecordingLink(services, request))
  serve(recordings.createCallAudioLink, (request) => createCallAudioLink(services, request))
  serve(recordings.getRecordingAudio, (request) => getRecordingAudio(services, request))
  serve(recordings.getCallAudio, (request) => getCallAudio(services, request))
  serve(recordings.getPeaks, (request) => getPeaks(services, request))
}
