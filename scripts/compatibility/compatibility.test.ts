import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nextVersions } from '../../sdk-tests/next/versions.ts'
import { renderExceptions, renderFeatures, renderHeader } from './render.ts'

const document = readFileSync('docs/compatibility.md', 'utf8')

test('docs/compatibility.md has the present clients, exceptions and unsupported features', () => {
  for (const part of [renderHeader(), renderExceptions(), renderFeatures(), ...nextVersions])
    expect(document, 'Run npm run compatibility.').toContain(part)
})

test('docs/compatibility.md lists no failure', () => {
  expect(document).not.toContain('| fails |')
})
