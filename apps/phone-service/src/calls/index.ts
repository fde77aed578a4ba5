import { calls } from '@parley/contract/phone'
import type { PhoneRouter, Services } from '../services.ts'
import { answerCall, declineCall } from './answer-call.ts'
import { sendDigits, setMuted, setOnHold, startRecording, stopRecording } from './control-call.ts'
import { hangUp } from './hang-up.ts'
import { joinCall, submitLegReply } from './join-call.ts'
import { listActiveCalls } from './list-active-calls.ts'
import { addParticipant, removeParticipant } from './participants.ts'
import { startCall } from './start-call.ts'

export function serveCalls(serve: PhoneRouter, services: Services): void {
  serve(calls.startCall, (request) => startCall(services, request))
  serve(calls.listActiveCalls, (request) => listActiveCalls(services, request))
  serve(calls.joinCall, (request) => joinCall(services, request))
  serve(calls.submitLegReply, (request) => submitLegReply(services, request))
  serve(calls.answerCall, (request) => answerCall(services, request))
  serve(calls.declineCall, (request) => declineCall(services, request))
  serve(calls.hangUp, (request) => hangUp(services, request))
  serve(calls.setMuted, (request) => setMuted(services, request))
  serve(calls.setOnHold, (request) => setOnHold(services, request))
  serve(calls.sendDigits, (request) => sendDigits(services, request))
  serve(calls.addParticipant, (request) => addParticipant(services, request))
  serve(calls.removeParticipant, (request) => removeParticipant(services, request))
  serve(calls.startRecording, (request) => startRecording(services, request))
  serve(calls.stopRecording, (request) => stopRecording(services, request))
}
