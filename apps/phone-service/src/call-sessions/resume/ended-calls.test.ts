import { required } from '@parley/primitives'
import { createLog } from '@parley/server'
import { expect, test } from 'vitest'
import type { PhoneTables } from '../../database/tables.ts'
import type { Handset } from '../../live/index.ts'
import { startPhone } from '../../testing/start-phone.ts'
import { openBrowser } from '../../testing/test-browser.ts'
import { EndedCallSender } from './ended-calls.ts'

test('a tab to which its ended calls cannot be sent does not keep them from other tabs', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('+1 555 0100')
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  const { call } = await browser.next('call.ended')
  const lines: string[] = []
  const sender = new EndedCallSender({
    database: phone.database.schema<PhoneTables>('phone'),
    directory: new Map(),
    callSessions: new Map(),
    log: createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } }),
  })
  const workspaceId = required(ada.teamIds[0], 'the workspace')
  const open = (send: Handset['send']): Handset => ({
    connectionId: '',
    workspaceId,
    workspaceIds: [workspaceId],
    userId: ada.id,
    sessionId: null,
    isPhoneAdmin: false,
    seesColleagues: true,
    isActive: true,
    handsetId: '',
    deviceId: '',
    focusedAt: 0,
    resume: { since: call.startedAt, calls: [] },
    send,
    recheck() {},
    leave() {},
  })
  const sent: string[] = []
  const fail = () => {
    throw new Error('The tab is broken.')
  }

  // The first tab has a separate query; the others share one.
  for (const send of [fail, fail, (message: { type: string }) => void sent.push(message.type)])
    sender.add(open(send))

  await expect.poll(() => sent).toEqual(['call.ended'])
  expect(lines.filter((line) => line.includes('calls.resume_failed'))).toHaveLength(2)
})
