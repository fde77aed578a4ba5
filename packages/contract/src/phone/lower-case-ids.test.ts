import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AnyEndpoint } from '../index.ts'
import { live, phoneEndpoints } from './index.ts'

/** Returns a schema and all schemas that it consists of. */
function listSchemas(schema: unknown): z.ZodType[] {
  if (!(schema instanceof z.ZodType)) return []
  const parts = Object.values(schema.def).flatMap((part: unknown) => {
    if (part instanceof z.ZodType) return [part]
    return typeof part === 'object' && part !== null ? Object.values(part) : []
  })
  return [schema, ...parts.flatMap(listSchemas)]
}

/** Guarantee: a UUID names the same resource in every spelling that RFC 9562 allows. */
test('ZR384: every id in a request of the phone is converted to lower case', () => {
  const endpoints: readonly AnyEndpoint[] = phoneEndpoints
  const requests = endpoints.flatMap(({ params, query, body }) => [params, query, body])
  const ids = [...requests, live.clientMessage].flatMap(listSchemas).filter((one) => one instanceof z.ZodUUID)

  expect(ids.length).toBeGreaterThan(50)
  for (const id of ids)
    expect(id.parse('9B1DEB4D-3B7D-4BAD-9BDD-2B0D7B3DCB6D')).toBe('9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d')
})
