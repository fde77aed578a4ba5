import { expect, test } from 'vitest'
import {
  parseSearch,
  readCallsSearch,
  readContactsSearch,
  readDialSearch,
  stringifySearch,
} from './search.ts'

test('a number in an address stays the text that it is', () => {
  const address = stringifySearch({ to: '+0015550142' })

  expect(address).toBe('?to=%2B0015550142')
  expect(readDialSearch(parseSearch(address))).toEqual({ to: '+0015550142' })
})

test('what is not set does not stand in the address', () => {
  expect(stringifySearch({ filter: undefined, search: '' })).toBe('')
})

/** Guarantee: whoever makes an address cannot put anything into a page but short texts that it asks for. */
test('an address brings nothing but what its page asks for', () => {
  expect(readCallsSearch({ filter: 'everything', search: 'x'.repeat(201), extra: 'x' })).toEqual({})
  expect(readCallsSearch({ filter: 'missed', call: 'c' })).toEqual({ filter: 'missed', call: 'c' })
  expect(readContactsSearch({ edit: 'all', contact: ['a'], call: 'c' })).toEqual({ call: 'c' })
})
