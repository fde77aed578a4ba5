import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import {
  createCallAudioLink,
  createRecordingLink,
  getCallAudio,
  getPeaks,
  getRecordingAudio,
} from './playback.ts'

export { deleteAudioPlaybacksBefore } from './audio-playbacks.ts'
export { deleteAudioFiles } from './delete-recordings.ts'
export { finalizeCallRecordings } from './finalize-recordings.ts'
export { finalizeRecordingFile, insertStartedRecordings } from './insert-recordings.ts'
export {
  deleteRecordingRows,
  listRecordings,
  recordingOffsetMs,
  type StoredRecording,
} from './recordings.ts'
export { recoverRecordings } from './recover-recordings.ts'

export const recordingHandlers = {
  'POST /recordings/{recording}/links': createRecordingLink,
  'POST /calls/{call}/audio-links': createCallAudioLink,
  'GET /recordings/{recording}/audio': getRecordingAudio,
  'GET /calls/{call}/audio': getCallAudio,
  'GET /recordings/{recording}/peaks': getPeaks,
} satisfies Partial<PhoneHandlers<Services & AuthenticationService>>
