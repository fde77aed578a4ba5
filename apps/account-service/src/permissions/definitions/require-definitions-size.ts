import { KnownError } from '@parley/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'

/** Requests that expand permissions read all definitions of the project. Ten thousand with short ids fit. */
const maxBytes = 2 * 1024 * 1024
const maxContainedIds = 50_000
/** Estimate for a row without its texts. */
const rowBytes = 100

/**
 * Requires that the definitions of a project have an acceptable size, after a change and before it is committed: a
 * new id is inserted into all definitions that contain the old one.
 *
 * @throws {KnownError} SCHEMA_ERROR
 */
export async function requireDefinitionsSize(transaction: Database, projectId: string): Promise<void> {
  const { bytes, containedIds } = await transaction
    .selectFrom('permission_definitions')
    .select([
      sql<number>`coalesce(sum(octet_length(concat(id, description, contained_permission_ids)) + ${rowBytes}::integer), 0)::float`.as(
        'bytes',
      ),
      sql<number>`coalesce(sum(cardinality(contained_permission_ids)), 0)::float`.as('containedIds'),
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (bytes > maxBytes) throw tooLarge(`${maxBytes} bytes`)
  if (containedIds > maxContainedIds) throw tooLarge(`${maxContainedIds} contained permissions`)
}

function tooLarge(limit: string): KnownError {
  return new KnownError('SCHEMA_ERROR', {
    message: `The permission definitions of the project would have more than ${limit}.`,
  })
}
