import { expect, test } from 'vitest'
import { matchesSearch } from './fold-text.ts'

test.each([
  ['Numbers and routing', 'ROUT'],
  ['Élodie Çelik', 'elo cel'],
  ['Straße', 'strasse'],
  ['Do not disturb', 'do'],
])('%s is found by %s', (text, search) => expect(matchesSearch(text, search)).toBe(true))

test.each([
  ['Retention', 'on'],
  ['Contacts', 'contract'],
])('%s is not found by %s', (text, search) => expect(matchesSearch(text, search)).toBe(false))

test('a search without letters and digits matches nothing, and an empty one everything', () => {
  expect(matchesSearch('Answer Grace', '+')).toBe(false)
  expect(matchesSearch('Answer Grace', ' ')).toBe(true)
})
