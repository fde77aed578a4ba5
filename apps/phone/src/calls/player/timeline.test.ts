import type { Call, Recording } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import { buildTimeline, groupMarks } from './timeline.ts'

const began = Date.parse('2026-11-20T09:00:00Z')
const recording = (legId: string, offsetMs: number, durationMs: number): Recording => ({
  id: legId,
  callId: 'call',
  legId,
  startedAt: began + offsetMs,
  offsetMs,
  durationMs,
  sizeBytes: 1,
  state: 'finished',
})
const call = {
  startedAt: began - 10_000,
  answeredAt: began - 5_000,
  legs: [{ id: 'ada' }, { id: 'grace' }],
  recordings: [
    recording('grace', 4_000, 6_000),
    recording('ada', 0, 8_000),
    { ...recording('x', 0, 99_000), startedAt: began - 20_000, state: 'lost' },
  ],
  marks: [
    { type: 'recording-started', at: began, legId: null },
    { type: 'hold', at: began + 2_000, legId: null },
    { type: 'digit', at: began + 3_000, legId: 'ada' },
    { type: 'digit', at: began + 3_400, legId: 'ada' },
    { type: 'mute', at: began - 3_000, legId: 'ada' },
    { type: 'resume', at: began + 5_000, legId: null },
    { type: 'detached', at: began + 9_800, legId: 'ada' },
  ],
} as unknown as Call

test('tracks are ordered by join time, each with its start and end', () => {
  const { lengthMs, tracks } = buildTimeline(call)

  expect(lengthMs).toBe(10_000)
  expect(tracks.map(({ recording, fromMs, toMs }) => [recording.legId, fromMs, toMs])).toEqual([
    ['ada', 0, 8_000],
    ['grace', 4_000, 10_000],
  ])
})

test('marks cover what starts within the recording, and a burst of digits is one mark', () => {
  expect(buildTimeline(call).marks).toEqual([
    { type: 'hold', atMs: 2_000 },
    { type: 'digit', atMs: 3_000 },
  ])
})

/** Guarantee: marks can be told apart on a narrow screen. */
test('marks that are close to each other are one group, each mark in one group only', () => {
  const marks = [
    { type: 'hold', atMs: 1_000 },
    { type: 'mute', atMs: 1_900 },
    { type: 'digit', atMs: 2_000 },
    { type: 'hold', atMs: 2_500 },
    { type: 'mute', atMs: 9_900 },
  ] as const

  const groups = groupMarks({ marks, lengthMs: 10_000 })

  expect(groups.map((group) => [group.atMs, group.marks.length])).toEqual([
    [1_000, 2],
    [2_000, 2],
    [9_900, 1],
  ])
})
