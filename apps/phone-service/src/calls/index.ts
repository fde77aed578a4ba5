import type { CallSessionService } from '../call-sessions/index.ts'
import type { LiveService } from '../live/index.ts'
import type { SimulatedPstnService } from '../numbers/index.ts'
import type { RecordingStorageService } from '../recordings/index.ts'
import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { answerCall, declineCall, sendToVoicemail } from './answer-call.ts'
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
import { joinCall, submitLegAnswer } from './join-call.ts'
import { listActiveCalls } from './list-active-calls.ts'
import { listParkedCalls, listWaitingCalls } from './list-parked-calls.ts'
import { mergeCalls } from './merge-calls.ts'
import { parkCall, pickUpCall } from './park-call.ts'
import { addParticipant, removeParticipant } from './participants.ts'
import { startCall } from './start-call.ts'
import { cancelTransfer, completeTransfer, joinTransfer, transferCall } from './transfer-call.ts'

export { forwardCommands } from './forward-commands.ts'

export const callHandlers = {
  'POST /calls': startCall,
  'GET /calls/active': listActiveCalls,
  'GET /calls/parked': listParkedCalls,
  'GET /calls/waiting': listWaitingCalls,
  'POST /calls/{call}/join': joinCall,
  'POST /calls/{call}/legs/{leg}/answer': submitLegAnswer,
  'POST /calls/{call}/answer': answerCall,
  'POST /calls/{call}/decline': declineCall,
  'POST /calls/{call}/voicemail': sendToVoicemail,
  'POST /calls/{call}/hang-up': hangUp,
  'PUT /calls/{call}/muted': setMuted,
  'PUT /calls/{call}/on-hold': setOnHold,
  'POST /calls/{call}/digits': sendDigits,
  'POST /calls/{call}/participants': addParticipant,
  'DELETE /calls/{call}/participants/{leg}': removeParticipant,
  'POST /calls/{call}/park': parkCall,
  'POST /calls/{call}/pick-up': pickUpCall,
  'POST /calls/{call}/merge': mergeCalls,
  'POST /calls/{call}/transfer': transferCall,
  'POST /calls/{call}/transfer/complete': completeTransfer,
  'POST /calls/{call}/transfer/cancel': cancelTransfer,
  'POST /calls/{call}/transfer/join': joinTransfer,
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
