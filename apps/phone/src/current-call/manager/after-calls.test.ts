import { expect, test } from 'vitest'
import { createFakeCallManager } from '../../phone.fixture.ts'
import { createLocalCall } from '../call.fixture.ts'
import { runAfterCalls } from './after-calls.ts'
import { noCalls } from './call-manager-state.ts'

/** Guarantee: another tab that selects another workspace does not end the calls of this tab. */
test('a refetch of the user waits for the end of the call, and runs once', () => {
  const callManager = createFakeCallManager()
  let runs = 0
  const { run, close } = runAfterCalls(callManager, () => {
    runs += 1
  })
  run()
  expect(runs).toBe(1)

  callManager.set({ ...noCalls, localCalls: [createLocalCall(null)] })
  run()
  run()
  expect(runs).toBe(1)
  callManager.set(noCalls)
  callManager.set({ ...noCalls, ended: null })
  expect(runs).toBe(2)
  close()
})
