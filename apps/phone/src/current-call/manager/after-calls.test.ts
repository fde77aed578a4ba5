import { expect, test } from 'vitest'
import { createFakeCallManager } from '../../phone.fixture.ts'
import { createLocalCall } from '../call.fixture.ts'
import { runAfterCalls } from './after-calls.ts'
import { noCalls } from './call-manager-state.ts'

/** Guarantee: another tab that selects another workspace does not end the calls of this tab. */
test('a refetch of the user waits for the end of the call, and runs once', () => {
  const callManager = createFakeCallManager()
  let [runs, runsInCall] = [0, 0]
  const { run, close } = runAfterCalls(
    callManager,
    () => {
      runs += 1
    },
    () => {
      runsInCall += 1
    },
  )
  run()
  expect([runs, runsInCall]).toEqual([1, 0])

  callManager.set({ ...noCalls, localCalls: [createLocalCall(null)] })
  run()
  run()
  expect([runs, runsInCall]).toEqual([1, 2])
  callManager.set(noCalls)
  callManager.set({ ...noCalls, ended: null })
  expect(runs).toBe(2)
  close()
})
