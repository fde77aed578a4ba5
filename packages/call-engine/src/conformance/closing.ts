import { expect, test } from 'vitest'
import type { StartEngine } from './engine-under-test.ts'
import { collect, connect } from './kit.ts'

export function describeClosing(start: StartEngine): void {
  /** Guarantee: a conference always says that it has closed, and is silent after that. */
  test('closing a conference ends its events with `closed`', async () => {
    await using under = await start()
    const conference = await under.engine.openConference()
    const seen = collect(conference)

    await conference.close()
    await conference.close()

    expect((await seen).at(-1)?.type).toBe('closed')
    expect(under.engine.findConference(conference.id)).toBeNull()
  })

  /** Guarantee: every leg has said that it left before its conference says that it is closed. */
  test('closing the engine puts everyone out first', async () => {
    const under = await start()
    const conference = await under.engine.openConference()
    const seen = collect(conference)
    const { far } = await connect(under, conference)

    await under[Symbol.asyncDispose]()

    const types = (await seen).map(({ type }) => type)
    expect(types.slice(-2)).toEqual(['leg-left', 'closed'])
    await far.next('ended')
  })

  test('a closed engine opens nothing, and an id is open once', async () => {
    const under = await start()
    await under.engine.openConference({ id: 'one' })

    await expect(under.engine.openConference({ id: 'one' })).rejects.toMatchObject({
      code: 'conference-exists',
    })
    await under[Symbol.asyncDispose]()
    await expect(under.engine.openConference()).rejects.toMatchObject({ code: 'engine-closed' })
  })
}
