import type { RawParts } from '@parley/server/http'
import type { AuthContext } from './auth-context.ts'

const metadataFields = ['client_metadata', 'client_read_only_metadata', 'server_metadata'] as const

/**
 * Returns a validation problem for each metadata value of a body that exceeds the limits of the project. Values
 * cost more time than bytes where all metadata of a list is serialized.
 */
export function findLargeMetadata({ access }: AuthContext, { body }: RawParts): string[] {
  if (!access || typeof body !== 'object' || body === null) return []
  const { max_metadata_bytes: maxBytes, max_metadata_values: maxValues } = access.project.settings
  const sent: { readonly [Field in (typeof metadataFields)[number]]?: unknown } = body
  return metadataFields.flatMap((field) => {
    const { bytes, values } = measureJson(sent[field])
    if (bytes > maxBytes) return [`body.${field}: must be at most ${maxBytes} bytes of JSON`]
    if (maxValues !== null && values > maxValues)
      return [`body.${field}: must have at most ${maxValues} values`]
    return []
  })
}

function measureJson(value: unknown): { readonly bytes: number; readonly values: number } {
  let values = 0
  try {
    const text = JSON.stringify(value, (_key, part) => {
      values += 1
      return part
    })
    return { bytes: Buffer.byteLength(text ?? ''), values }
  } catch (error) {
    // Nested so deep that the stack overflows, which the schema reports.
    if (error instanceof RangeError) return { bytes: 0, values: 0 }
    throw error
  }
}
