import type { ActiveCallService } from '../call-log/index.ts'
import type { LiveService } from '../live/index.ts'
import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { editTranscriptLine, listTranscriptEdits } from './edit-line.ts'
import { exportTranscript } from './export-transcript.ts'
import { listTranscriptLines } from './list-lines.ts'
import { getTranscription, restartTranscription, startTranscription } from './start-transcription.ts'

export { auditReading } from './audit-reading.ts'
export { startTranscribing } from './worker/start-transcribing.ts'

export const transcriptHandlers = {
  'GET /calls/{call}/transcription': getTranscription,
  'POST /calls/{call}/transcription': startTranscription,
  'POST /calls/{call}/transcription/restart': restartTranscription,
  'GET /calls/{call}/transcript': listTranscriptLines,
  'GET /calls/{call}/transcript/export': exportTranscript,
  'PUT /calls/{call}/transcript/lines/{line}': editTranscriptLine,
  'GET /calls/{call}/transcript/lines/{line}/edits': listTranscriptEdits,
} satisfies Partial<PhoneHandlers<Services & LiveService & ActiveCallService & AuthenticationService>>
