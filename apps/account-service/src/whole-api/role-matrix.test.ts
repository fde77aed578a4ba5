import { accountEndpoints } from '@parley/contract/account'
import { beforeAll, describe, expect, test } from 'vitest'
import { serviceOfThisFile } from '../testing.ts'
import { changedBetween, fingerprintOf } from './testing/fingerprint.ts'
import { expectedOf, headersOf, roleNames } from './testing/roles.ts'
import { rows } from './testing/rows/index.ts'
import { inWords, isRefused, nameOf, outcomeOf, send } from './testing/send.ts'
import { openWorld, serviceOfWorld, type World } from './testing/world.ts'

const service = serviceOfThisFile(serviceOfWorld)
const ofOtherProject = ['otherApplication', 'otherServer', 'otherAdmin']
let world: World
beforeAll(async () => {
  world = await openWorld(service())
})

/** Guarantee (TN1): every endpoint of the contract is tested. */
test('TN1: every endpoint has an entry in the role matrix, and every entry an endpoint', () => {
  expect(Object.keys(rows).toSorted()).toEqual(accountEndpoints.map(nameOf).toSorted())
})

/** Guarantee (TN1): the role determines the response, for every endpoint and role; failed requests change nothing. */
describe('TN1: each role gets the response that the contract defines', () => {
  test.each(accountEndpoints.map((endpoint) => ({ endpoint, name: nameOf(endpoint) })))(
    '$name',
    async ({ endpoint, name }) => {
      const row = rows[name]
      if (!row) throw new Error(`${name} has no entry: add its expected responses to testing/rows.`)
      const expected = roleNames.map((role) => ({ role, outcome: expectedOf(endpoint, row, role) }))
      const told: Record<string, string> = {}

      const { caller: _caller, tenant: _tenant, ...parts } = await row.ask(world)
      const before = await fingerprintOf(service())
      for (const { role } of expected.filter(({ outcome }) => isRefused(outcome)))
        told[role] = outcomeOf(await send(service().origin, endpoint, parts, headersOf(world, role)))
      expect(changedBetween(before, await fingerprintOf(service()))).toEqual([])
      for (const { role } of expected.filter(({ outcome }) => !isRefused(outcome))) {
        const fresh = await row.ask(world)
        const answer = await send(service().origin, endpoint, fresh, headersOf(world, role, fresh))
        told[role] = outcomeOf(answer)
        if (ofOtherProject.includes(role) && answer.text.includes(world.ada.userId))
          told[role] += ', but tells of a user of another project'
      }

      expect(told).toEqual(Object.fromEntries(expected.map(({ role, outcome }) => [role, inWords(outcome)])))
    },
  )
})
