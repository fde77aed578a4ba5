import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import {
  createCallAudioLink,
  createRecordingLink,
  getCallAudio,
  getCallFile,
  getPeaks,
  getRecordingAudio,
  getRecordingFile,
} from './playback/playback.ts'
import type { RecordingStorageService } from './recording-storage.ts'

export { checkStore } from './check-store.ts'
export { finalizeCallRecordings, finalizeRecordingFile } from './finalize-recordings.ts'
export { insertStartedRecordings } from './insert-recordings.ts'
export { deleteAudioPlaybacksBefore, insertAudioPlayback } from './playback/audio-playbacks.ts'
export { publishAudio } from './publish-audio.ts'
export {
  findRecordingAudio,
  openRecordingStorage,
  type RecordingOptions,
  type RecordingStorageService,
} from './recording-storage.ts'
export {
  countRecordings,
  findAudioStart,
  findRecording,
  listRecordings,
  markRecordingsDeleted,
  markWorkspaceRecordingsDeleted,
  type StoredRecording,
  sumRecordingBytes,
  withOffsets,
} from './recordings.ts'
export { recoverRecordings } from './recover-recordings.ts'
export { findSpaceProblem, requireRecordingSpace, saveWrittenSizes } from './space/recording-space.ts'
export { StoreTestError, testRecordingStore } from './space/test-store.ts'
export { type Audio, RecordingStoreError } from './store/recording-store.ts'
export type { S3Options } from './store/s3-store.ts'
export { startStoringRecordings } from './store-recordings.ts'
export { listUnfinishedRecordings, saveLostRecordings } from './unfinished-recordings.ts'
export { readSamples } from './wav/read-samples.ts'
export { readWavHeader, type WavFile } from './wav/wav.ts'

export const recordingHandlers = {
  'POST /recordings/{recording}/links': createRecordingLink,
  'POST /calls/{call}/audio-links': createCallAudioLink,
  'GET /recordings/{recording}/audio': getRecordingAudio,
  'GET /calls/{call}/audio': getCallAudio,
  'GET /recordings/{recording}/file': getRecordingFile,
  'GET /calls/{call}/file': getCallFile,
  'GET /recordings/{recording}/peaks': getPeaks,
} satisfies Partial<PhoneHandlers<Services & AuthenticationService & RecordingStorageService>>
