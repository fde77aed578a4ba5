import { expect, test } from 'vitest'
import { markMatches } from './mark-matches.ts'

test.each([
  ['Un café, du CAFE, e\u0301t cafe\u0301s', 'Café', 'Un [café], du [CAFE], e\u0301t [cafe\u0301]s'],
  ['İstanbul 𝒜da', 'istanbul', '[İstanbul] 𝒜da'],
  ['Straße ﬁnden', 'fin', 'Straße [ﬁn]den'],
  ['aaa', 'aa', '[aa]a'],
  ['No match', 'x', 'No match'],
  ['Nothing', ' ', 'Nothing'],
])('in %j, %j is marked without regard to case and accents', (text, search, marked) => {
  const parts = markMatches(text, search)

  expect(parts.map((part) => (part.isMatch ? `[${part.text}]` : part.text)).join('')).toBe(marked)
})

test('letters that the service compares as several are marked whole', () => {
  const parts = markMatches('Chloé Straßer', 'STRASSE')

  expect(parts.filter(({ isMatch }) => isMatch)).toEqual([{ text: 'Straße', isMatch: true }])
})
