import { expect, test } from 'vitest'
import { deDe } from './de-de.ts'

test('German e-mails use the formal address, as the pages do', () => {
  const familiar = JSON.stringify(deDe).match(/\b(du|dich|dir|deine?[mnrs]?)\b/gi)

  expect(familiar).toBeNull()
})
