import { expect, test } from 'vitest'
import type { LiveHub } from '../../live/index.ts'
import { createStoredCall } from '../../testing/create-stored-call.ts'
import type { CallDeps } from './call-deps.ts'
import { CallRecord } from './call-record.ts'
import { Ringing } from './ringing.ts'

/** Guarantee: a call that another merge has connected is listed in its new conference. */
test('a call keeps the conference that was set while it stored changes that it then discards', () => {
  const before = createStoredCall()
  const record = new CallRecord({} as CallDeps, new Ringing({} as LiveHub, null), before)
  const forwarding = { stage: 'dialing', legId: 'leg', number: '+15550100', from: '+15550101' } as const

  record.stage({ type: 'forwarding', at: 2, forwarding }, { slotIds: ['slot'] })
  record.setConference('merged')
  record.restore(before)

  expect(record.stored).toEqual({ ...before, conferenceId: 'merged' })
})
