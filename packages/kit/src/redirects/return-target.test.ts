import { expect, test } from 'vitest'
import { resolveReturnTarget } from './return-target.ts'

test.each([
  ['/', '/'],
  ['/contacts?call=1#notes', '/contacts?call=1#notes'],
  ['contacts', '/contacts'],
  ['?tab=missed', '/?tab=missed'],
  ['/a/../b', '/b'],
  ['/search?q=https://example.org/', '/search?q=https://example.org/'],
])('%j is resolved within this origin', (target, resolved) => {
  expect(resolveReturnTarget(target)).toBe(resolved)
})

/** A return target never leads to another site and never executes code. */
test.each([
  'https://example.org/',
  'HTTPS://example.org',
  'https:example.org',
  'http:/example.org',
  '//example.org',
  '///example.org',
  '/\\example.org',
  '\\\\example.org',
  '/\t/example.org',
  '\n//example.org',
  ' //example.org',
  '//ada@example.org',
  '//relative.invalid@example.org',
  '//ada:secret@relative.invalid/',
  '//relative.invalid:8443/',
  'https://relative.invalid/',
  '/.//example.org',
  '/a/..//example.org',
  '/%2e//example.org',
  './/example.org',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,hello',
  'blob:https://example.org/1',
  'mailto:ada@example.com',
  '//[',
])('%j is rejected', (target) => {
  expect(() => resolveReturnTarget(target)).toThrow(
    `Redirect URL ${target} is not trusted; should be relative.`,
  )
})
