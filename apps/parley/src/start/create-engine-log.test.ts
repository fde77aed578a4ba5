import { expect, test, vi } from 'vitest'
import { createEngineLog } from './create-engine-log.ts'

const fiveMinutesMs = 5 * 60_000

/** Guarantee: a trunk, or who forges its datagrams, does not fill the log. */
test('ZR712: of the warnings about one trunk, the first is logged immediately, and then the number of further ones', () => {
  vi.useFakeTimers()
  const lines: object[] = []
  const record = (level: string) => (event: string, fields?: object) =>
    lines.push({ level, event, ...fields })
  const log = { info: record('info'), warn: record('warn'), error: record('error') }
  using engineLog = createEngineLog(log)

  for (let host = 1; host <= 200; host++) {
    engineLog.write('trunk.address_blocked', { trunkId: '1', address: `10.0.0.${host}` }, 'warn')
    engineLog.write(
      'incoming.not_assigned',
      { reason: 'ambiguous', source: '192.0.2.1', target: `sip:${host}@a` },
      'warn',
    )
  }
  engineLog.write('trunk.address_blocked', { trunkId: '2', address: '10.0.0.1' }, 'warn')
  engineLog.write('trunk.changed', { trunkId: '1', status: 'registered' })
  const immediately = lines.splice(0)
  vi.advanceTimersByTime(fiveMinutesMs)

  expect(immediately).toEqual([
    { level: 'warn', event: 'trunk.address_blocked', trunkId: '1', address: '10.0.0.1', times: 1 },
    {
      level: 'warn',
      event: 'incoming.not_assigned',
      reason: 'ambiguous',
      source: '192.0.2.1',
      target: 'sip:1@a',
      times: 1,
    },
    { level: 'warn', event: 'trunk.address_blocked', trunkId: '2', address: '10.0.0.1', times: 1 },
    { level: 'info', event: 'trunk.changed', trunkId: '1', status: 'registered' },
  ])
  expect(lines).toMatchObject([
    { event: 'trunk.address_blocked', times: 199 },
    { event: 'incoming.not_assigned', times: 199 },
  ])
  vi.useRealTimers()
})
