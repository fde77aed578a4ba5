import { expect, test } from 'vitest'
import { removeInvisibleCharacters } from './remove-invisible-characters.ts'

/** Guarantee (ZR10): texts of strangers show all that they contain, in the order in which they contain it. */
test.each([
  ['overrides the direction', '\u202eevil\u2066 \u200b\u061cAda', 'evil Ada'],
  ['hides marks and joiners between letters', 'A\u200bd\u00ada\u200d\u2060\ufeff\u034f', 'Ada'],
  [
    'hides joiners in scripts without case',
    '\u5f20\u200c\u4e09 \uae40\u200d\ubbfc \u05e2\u200c\u05d3\u05d4',
    '\u5f20\u4e09 \uae40\ubbfc \u05e2\u05d3\u05d4',
  ],
  ['hides a selector after a digit', '+1555010\ufe0f0', '+15550100'],
  ['consists of fillers', '\u3164\u115f\u2800\uffa0\u{e0041}\u200e', ''],
  ['has several lines', 'Ada\r\n\u2028\u2029\0Bank', 'Ada Bank'],
])('ZR10: a name that %s becomes visible text', (_, text, visible) => {
  expect(removeInvisibleCharacters(text)).toBe(visible)
})

test.each([
  ['an emoji of several people', 'Ada 👩‍👩‍👧'],
  ['an emoji with a skin tone and a job', '👩🏽‍💻 Grace'],
  ['a colored heart', '❤️ Hedy'],
  ['a key', '5️⃣'],
  ['a flag', '🏳️‍🌈 🇩🇪'],
  ['Persian', 'می‌خواهم'],
  ['Hindi', 'क्‍ष'],
  ['Hebrew and Latin letters', 'עדה Ada, Łódź, Zoë'],
])('%s is not changed', (_, text) => {
  expect(removeInvisibleCharacters(text)).toBe(text)
})
