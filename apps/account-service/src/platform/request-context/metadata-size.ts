import type { RawParts } from '@parley/server/http'
import type { AuthContext } from './auth-context.ts'

const metadataFields = ['client_metadata', 'client_read_only_metadata', 'server_metadata'] as const

/** Returns a validation problem for each metadata value of a body that exceeds the limit of the project. */
export function findLargeMetadata({ access }: AuthContext, { body }: RawParts): string[] {
  if (!access || typeof body !== 'object' || body === null) return []
  const limit = access.project.settings.max_metadata_bytes
  const values: { readonly [Field in (typeof metadataFields)[number]]?: unknown } = body
  return metadataFields
    .filter((field) => countJsonBytes(values[field]) > limit)
    .map((field) => `body.${field}: must be at most ${limit} bytes of JSON`)
}

function countJsonBytes(value: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(value) ?? '')
  } catch (error) {
    // Nested so deep that the stack overflows, which the schema reports.
    if (error instanceof RangeError) return 0
    throw error
  }
}
