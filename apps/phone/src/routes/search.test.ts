import { expect, test } from 'vitest'
import {
  parseSearch,
  readCallLink,
  readCallsSearch,
  readContactsSearch,
  readDialSearch,
  stringifySearch,
} from './search.ts'

test('a numeric search param stays a string', () => {
  const address = stringifySearch({ to: '+0015550142' })

  expect(address).toBe('?to=%2B0015550142')
  expect(readDialSearch(parseSearch(address))).toEqual({ to: '+0015550142' })
})

test('unset search params are omitted from the URL', () => {
  expect(stringifySearch({ filter: undefined, search: '' })).toBe('')
})

/** Guarantee: a crafted URL can pass only short, expected strings to a page. */
test('a page reads only its own search params', () => {
  expect(readCallsSearch({ filter: 'everything', search: 'x'.repeat(201), extra: 'x' })).toEqual({})
  expect(readCallsSearch({ filter: 'missed', call: 'c' })).toEqual({ filter: 'missed', call: 'c' })
  expect(readContactsSearch({ edit: 'all', contact: ['a'], call: 'c' })).toEqual({ call: 'c' })
})

test('a link to a telephone fills its number into the dial pad', () => {
  expect(readDialSearch({ number: 'tel:+1-555-0142;phone-context=example.com' })).toEqual({
    to: '+1-555-0142',
  })
  expect(readDialSearch({ number: 'TEL:+1-555-0142;Ext=1-2;isub=3' })).toEqual({ to: '+1-555-0142 ext 12' })
  expect(readDialSearch({ number: '+15550142' })).toEqual({ to: '+15550142' })
  expect(readDialSearch({})).toEqual({ to: undefined })
})

test('a link of another program fills its number into the dial pad, also with a plus sign that is not encoded', () => {
  const read = (address: string) => readCallLink(parseSearch(address))

  expect(read('?to=%2B15550142')).toEqual({ to: '+15550142' })
  expect(read('?to=+15550142')).toEqual({ to: '+15550142' })
  expect(read('?to=tel:%2B1-555-0142;ext=12')).toEqual({ to: '+1-555-0142 ext 12' })
  expect(read('?to=555 0142&from=%2B15550100&call=now')).toEqual({ to: '555 0142' })
  expect(read(`?to=${'5'.repeat(201)}`)).toEqual({ to: undefined })
})
