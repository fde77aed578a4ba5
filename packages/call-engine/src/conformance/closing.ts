import { expect, test } from 'vitest'
import type { StartEngine } from './engine-under-test.ts'
import { collect, connect } from './steps.ts'

export function describeClosing(start: StartEngine): void {
  /** Guarantee: a conference always emits `closed`, and no event after it. */
  test('closing a conference ends its events with `closed`', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const seen = collect(conference)

    await conference.close()
    await conference.close()

    expect((await seen).at(-1)?.type).toBe('closed')
    await fixture.engine.openConference({ id: conference.id })
  })

  /** Guarantee: every leg emits `leg-left` before its conference emits `closed`. */
  test('closing the engine removes all legs first', async () => {
    const fixture = await start()
    const conference = await fixture.engine.openConference()
    const seen = collect(conference)
    const { far } = await connect(fixture, conference)

    await fixture[Symbol.asyncDispose]()

    const types = (await seen).map(({ type }) => type)
    expect(types.slice(-2)).toEqual(['leg-left', 'closed'])
    await far.next('ended')
  })

  test('a closed engine opens no conference, and an id is open at most once', async () => {
    const fixture = await start()
    await fixture.engine.openConference({ id: 'one' })

    await expect(fixture.engine.openConference({ id: 'one' })).rejects.toMatchObject({
      code: 'conference-exists',
    })
    await fixture[Symbol.asyncDispose]()
    await expect(fixture.engine.openConference()).rejects.toMatchObject({ code: 'engine-closed' })
  })
}
