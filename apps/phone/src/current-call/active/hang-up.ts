import type { CallManager } from '../manager/call-manager.ts'
import type { LocalCall } from '../manager/local-call.ts'
import { isConsulting } from './labels.ts'

/** Ends the call; of a user who talks to the number of a transfer, only the call with that number. */
export function hangUp(callManager: CallManager, { key, call, legId }: LocalCall): void {
  if (call && isConsulting(call, legId)) void callManager.commands.endConsultation(key, 'cancel')
  else void callManager.hangUp(key)
}
