import type { CallSessionService } from '../call-sessions/index.ts'
import type { LiveService } from '../live/index.ts'
import type { SimulatedPstnService } from '../numbers/index.ts'
import type { RecordingStorageService } from '../recordings/index.ts'
import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { answerCall, declineCall } from './answer-call.ts'
import {
  pauseRecording,
  resumeRecording,
  sendDigits,
  setMuted,
  setOnHold,
  startRecording,
  stopRecording,
} from './control-call.ts'
import { hangUp } from './hang-up.ts'
import { joinCall, submitLegReply } from './join-call.ts'
import { listActiveCalls } from './list-active-calls.ts'
import { mergeCalls } from './merge-calls.ts'
import { addParticipant, removeParticipant } from './participants.ts'
import { startCall } from './start-call.ts'

export { forwardCommands } from './forward-commands.ts'

export const callHandlers = {
  'POST /calls': startCall,
  'GET /calls/active': listActiveCalls,
  'POST /calls/{call}/join': joinCall,
  'POST /calls/{call}/legs/{leg}/reply': submitLegReply,
  'POST /calls/{call}/answer': answerCall,
  'POST /calls/{call}/decline': declineCall,
  'POST /calls/{call}/hang-up': hangUp,
  'PUT /calls/{call}/muted': setMuted,
  'PUT /calls/{call}/on-hold': setOnHold,
  'POST /calls/{call}/digits': sendDigits,
  'POST /calls/{call}/participants': addParticipant,
  'DELETE /calls/{call}/participants/{leg}': removeParticipant,
  'POST /calls/{call}/merge': mergeCalls,
  'POST /calls/{call}/recording/start': startRecording,
  'POST /calls/{call}/recording/pause': pauseRecording,
  'POST /calls/{call}/recording/resume': resumeRecording,
  'POST /calls/{call}/recording/stop': stopRecording,
} satisfies Partial<
  PhoneHandlers<
    Services &
      LiveService &
      CallSessionService &
      SimulatedPstnService &
      AuthenticationService &
      RecordingStorageService
  >
>
