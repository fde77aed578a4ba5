import { expect, test } from 'vitest'
import { createShares, toNetworkShares } from './shares.ts'

const countReserved = (addresses: readonly string[], max: number) => {
  const shares = createShares()
  return addresses.filter((address) => shares.reserve(toNetworkShares(address, max), 1)).length
}

/** Guarantee (ZR678): one client with many IPv6 networks does not occupy the places of all others. */
test('ZR678: the networks of one IPv6 /48 occupy 16 times the places of a /64 together', () => {
  const ofOneNetwork = Array.from({ length: 10 }, (_, index) => `2001:db8:1:1::${index}`)
  const ofWideNetwork = Array.from({ length: 100 }, (_, index) => `2001:db8:1:${index}::1`)
  const ofOthers = Array.from({ length: 100 }, (_, index) => `2001:db8:${index}::1`)

  expect([ofOneNetwork, ofWideNetwork, ofOthers].map((addresses) => countReserved(addresses, 2))).toEqual([
    2, 32, 100,
  ])
})

test('an amount that exceeds one share occupies nothing of the others', () => {
  const shares = createShares()
  const all = { key: 'all', max: 3 }

  expect(shares.reserve([all, { key: 'ada', max: 1 }], 2)).toBe(false)
  expect(shares.reserve([all, { key: 'grace', max: 3 }], 3)).toBe(true)
  shares.release([all, { key: 'grace', max: 3 }], 3)
  expect(shares.reserve([all, { key: 'ada', max: 1 }], 1)).toBe(true)
})
