import { expect, test } from 'vitest'
import { findMatch, matchesSearch } from './fold-text.ts'

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

test('what was found is marked in the letters of the text', () => {
  const text = 'Chloé Straßer'
  const marked = (search: string) => {
    const found = findMatch(text, search)
    return found && text.slice(found.start, found.end)
  }

  expect(['CHLOE', 'strasse', 'r', 'x', ''].map(marked)).toEqual(['Chloé', 'Straße', 'r', null, null])
})
