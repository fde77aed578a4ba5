import type { Call } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import type { TestPhone } from './start-phone.ts'
import { openBrowser } from './test-browser.ts'

export const testTone = '+1 555 0101'

/** Returns whether the audio of the user and of the telephone is recorded. */
export function areBothRecorded({ recordingState, recordings }: Call): boolean {
  return recordingState === 'on' && recordings.length === 2
}

/** Records a call of a new user with the test tone, until it is heard. */
export async function recordOneCall(phone: TestPhone) {
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(testTone, { recording: 'on' })
  await browser.waitForCall(id, areBothRecorded)
  await browser.waitForTone(1000)
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  const { call } = await browser.next('call.ended')
  return { ada, callId: id, recordingId: required(call.recordings[0], 'a recording').id }
}
