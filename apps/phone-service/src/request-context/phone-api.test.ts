import { contactImports } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import { createPhoneApi } from './phone-api.ts'

/** Guarantee: a file of 16 MiB does not become 16 million properties. */
test('ZR619: the bytes of a body are not inspected as texts', () => {
  const { beforeParsing } = createPhoneApi({} as never, () => {})
  const inspect = (body: unknown) =>
    beforeParsing?.(null, contactImports.createContactImport, { params: {}, query: {}, body })
  const unstorable = { text: '\0' }

  expect(inspect(unstorable)).toHaveLength(1)
  expect(inspect(Object.assign(new Uint8Array(4), unstorable))).toEqual([])
})
