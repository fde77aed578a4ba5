import { beforeAll, describe, expect, test } from 'vitest'
import { setUpAccountService } from '../testing.ts'
import { changedTables, takeFingerprint } from './testing/fingerprint.ts'
import { createFixture, type Fixture, fixtureServiceOptions } from './testing/fixture.ts'
import { roleMatrix } from './testing/role-matrix/index.ts'
import { expectedOutcome, headersForRole, roleNames } from './testing/roles.ts'
import { describeOutcome, endpointCases, isError, send, toOutcome } from './testing/send.ts'

const service = setUpAccountService(fixtureServiceOptions)
const ofOtherProject = ['otherApplication', 'otherServer', 'otherAdmin']
let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture(service())
})

/**
 * Guarantee (TN1): the role determines the response, for every endpoint and role; failed requests change
 * nothing.
 */
describe('TN1: each role gets the response that the contract defines', () => {
  test.each(endpointCases)('$name', async ({ endpoint, name }) => {
    const row = roleMatrix[name]
    const expected = roleNames.map((role) => ({ role, outcome: expectedOutcome(endpoint, row, role) }))
    const outcomes: Record<string, string> = {}

    const { auth: _caller, tenant: _tenant, ...parts } = await row.createInput(fixture)
    const before = await takeFingerprint(service())
    for (const { role } of expected.filter(({ outcome }) => isError(outcome)))
      outcomes[role] = toOutcome(await send(service().origin, endpoint, parts, headersForRole(fixture, role)))
    expect(changedTables(before, await takeFingerprint(service()))).toEqual([])
    for (const { role } of expected.filter(({ outcome }) => !isError(outcome))) {
      const fresh = await row.createInput(fixture)
      const response = await send(service().origin, endpoint, fresh, headersForRole(fixture, role, fresh))
      outcomes[role] = toOutcome(response)
      if (ofOtherProject.includes(role) && response.text.includes(fixture.ada.userId))
        outcomes[role] += ', but reveals a user of another project'
    }

    expect(outcomes).toEqual(
      Object.fromEntries(expected.map(({ role, outcome }) => [role, describeOutcome(outcome)])),
    )
  })
})

/** Guarantee (TN1): every endpoint of the contract is tested (checked by the compiler). */
test('TN1: an endpoint without an entry in the role matrix does not compile', () => {
  const { 'GET /': root, ...others } = roleMatrix
  // @ts-expect-error GET / has no entry.
  const incomplete: typeof roleMatrix = others
  expect({ ...incomplete, 'GET /': root }).toEqual(roleMatrix)
})
