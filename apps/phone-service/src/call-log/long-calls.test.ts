import { expect, test } from 'vitest'
import { createCallState } from '../call-state/index.ts'
import type { PhoneTables } from '../database/tables.ts'
import { createStoredCall } from '../testing/create-stored-call.ts'
import { insertRecordings } from '../testing/insert-recordings.ts'
import { startPhone } from '../testing/start-phone.ts'
import { insertCall } from './records/index.ts'

/** Stores three missed calls of a new workspace, and returns a function that reads a page of them. */
async function startWithCalls(marks: number) {
  const phone = await startPhone()
  const ada = phone.signUp('Ada')
  const [workspaceId = ''] = ada.teamIds
  const mark = { type: 'mute' as const, at: 1, legId: null }
  const ids: string[] = []
  for (const startedAt of [1, 2, 3]) {
    const state = {
      ...createCallState('incoming', startedAt),
      phase: 'ended' as const,
      endedAt: 4,
      endReason: 'missed' as const,
      marks: Array(marks).fill(mark),
    }
    const call = createStoredCall({ workspaceId, state })
    await insertCall(phone.database.schema<PhoneTables>('phone'), call)
    ids.unshift(call.id)
  }
  return {
    phone,
    ids,
    async readPage(cursor: string | null) {
      const query = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      return (await phone.as(ada).get(`/calls?limit=200${query}`)).body
    },
    [Symbol.asyncDispose]: () => phone[Symbol.asyncDispose](),
  }
}

/** Guarantee: no page of the call list keeps the process, and so all calls of the node, busy. */
test.each([
  ['recordings', 2_000, 0],
  ['marks', 0, 2_000],
])(
  'ZR163: a page with calls of 2,000 %s has one of them, and all pages have all calls',
  async (...counts) => {
    const [, recordings, marks] = counts
    await using started = await startWithCalls(marks)
    for (const id of started.ids) await insertRecordings(started.phone, id, recordings)

    const pages = []
    for (let cursor: string | null = null; pages.length === 0 || cursor !== null; ) {
      const page = await started.readPage(cursor)
      pages.push(page.items.map(({ id }: { id: string }) => id))
      cursor = page.nextCursor
    }

    expect(pages).toEqual(started.ids.map((id) => [id]))
  },
)

test('ZR161: a call from before the limit shows its 2,000 recordings with their offsets', async () => {
  await using started = await startWithCalls(0)
  const [id = ''] = started.ids
  await insertRecordings(started.phone, id, 2_000)

  const { items } = await started.readPage(null)

  const offsets = items[0].recordings.map(({ offsetMs }: { offsetMs: number }) => offsetMs)
  expect(offsets).toEqual(Array.from({ length: 2_000 }, (_, index) => index * 1_000))
})
