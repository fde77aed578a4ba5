import { recordings } from '@parley/contract/phone'
import type { ServePhone, Services } from '../services.ts'
import {
  createCallAudioLink,
  createRecordingLink,
  getCallAudio,
  getPeaks,
  getRecordingAudio,
} from './listen.ts'

export { endRecordingsOfCall } from './end-recordings.ts'
export { keepStartedRecordings, noteRecordingEnd } from './keep-recordings.ts'
export { listRecordings, offsetMsOf, type StoredRecording } from './recordings.ts'
export { recoverRecordings } from './recover-recordings.ts'
export { deleteRecordingRows, removeAudio } from './remove-recordings.ts'

export function serveRecordings(serve: ServePhone, services: Services): void {
  serve(recordings.createRecordingLink, (request) => createRecordingLink(services, request))
  serve(recordings.createCallAudioLink, (request) => createCallAudioLink(services, request))
  serve(recordings.getRecordingAudio, (request) => getRecordingAudio(services, request))
  serve(recordings.getCallAudio, (request) => getCallAudio(services, request))
  serve(recordings.getPeaks, (request) => getPeaks(services, request))
}
