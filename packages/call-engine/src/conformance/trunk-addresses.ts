import { expect, test } from 'vitest'
import type { EngineUnderTest, StartEngine } from './engine-under-test.ts'
import { ada, nextEvent } from './steps.ts'

/** Uses the trunk under test anew, with the given grants, and dials through it. */
async function dialWithGrants({ engine, trunk }: EngineUnderTest, grantedAddresses: readonly string[]) {
  const engineEvents = engine.events[Symbol.asyncIterator]()
  await engine.useTrunk({ ...trunk, grantedAddresses })
  const found = await nextEvent(engineEvents, 'trunk-addresses-found')
  const dial = async () => {
    const conference = await engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    await conference.dialOut({ legId: 'far', to: '+15550143', trunkId: trunk.id, as: ada })
    return events
  }
  return { found, dial }
}

export function describeTrunkAddresses(start: StartEngine): void {
  test('ZR410: a trunk is not called at an address before it is granted', async () => {
    await using fixture = await start()
    const { found, dial } = await dialWithGrants(fixture, [])

    const left = nextEvent(await dial(), 'leg-left').then(({ legId }) => legId)
    expect(await Promise.race([left, fixture.nextCall().then(() => 'called')])).toBe('far')
    expect(await fixture.engine.trunkState(fixture.trunk.id)).toMatchObject({ status: 'address-pending' })
    await fixture.engine.grantTrunkAddresses(found.trunkId, found.lookupId, [])
    expect(await fixture.engine.trunkState(fixture.trunk.id)).toMatchObject({ status: 'address-taken' })
  })

  test('ZR411: the first grant of the last lookup decides which addresses a trunk uses', async () => {
    await using fixture = await start()
    const { engine } = fixture
    const earlier = await dialWithGrants(fixture, [])
    const { found, dial } = await dialWithGrants(fixture, [])

    await engine.grantTrunkAddresses(found.trunkId, found.lookupId, found.addresses)
    await engine.grantTrunkAddresses(found.trunkId, earlier.found.lookupId, [])
    await engine.grantTrunkAddresses(found.trunkId, found.lookupId, [])
    await dial()

    await (await fixture.nextCall()).ring()
  })

  test('a trunk uses the addresses with which it is configured until others are granted', async () => {
    await using fixture = await start()
    const { found } = await dialWithGrants(fixture, [])
    const { dial } = await dialWithGrants(fixture, found.addresses)

    await dial()

    await (await fixture.nextCall()).ring()
  })

  test('the grant of addresses for an unknown trunk has no effect', async () => {
    await using fixture = await start()

    await fixture.engine.grantTrunkAddresses('unknown', 'unknown', ['127.0.0.1'])

    expect(await fixture.engine.trunkState('unknown')).toBeNull()
  })
}
