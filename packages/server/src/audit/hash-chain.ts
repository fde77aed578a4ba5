import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Secrets } from '../secrets/secrets.ts'
import type { AuditDatabase } from './audit-tables.ts'

/** An entry of the hash chain: its hash covers all entries up to this position. */
export interface ChainEntry {
  readonly position: bigint
  readonly hash: Buffer
}

/** An entry that is signed for one of its roles. */
export interface SignedChainEntry extends ChainEntry {
  readonly signature: Buffer
}

/** The role of a signed position. */
export type ChainRole = 'first' | 'last' | 'checkpoint'

/**
 * Computes hashes and signatures of the chain. The keys are not in the database, so write access to it is not
 * enough to forge entries.
 */
export interface Chain {
  readonly origin: ChainEntry
  /** Returns the hash of an entry, given the previous hash. */
  hashEntry(before: Buffer, text: string): Buffer
  /** Signs a position for its role, so that a checkpoint's signature is not valid for an end of the chain. */
  sign(as: ChainRole, entry: ChainEntry): Buffer
  isSigned(as: ChainRole, entry: ChainEntry, signature: Buffer): boolean
}

/** The audit log of a service. */
export type AuditLogName = 'accounts' | 'phone'

/** Each log has its own keys, so that entries and ends of one are invalid in the other. */
export function createChain(secrets: Secrets, log: AuditLogName): Chain {
  const suffix = log === 'accounts' ? '' : ` of the ${log}`
  // A KeyObject, because importing the key for every entry would dominate the cost of such short hashes.
  const entryKey = createSecretKey(secrets.deriveKey(`chain of audit entries${suffix}`))
  const signingKey = secrets.deriveKey(`checkpoints of the audit log${suffix}`)
  const sign = (as: ChainRole, { position, hash }: ChainEntry) =>
    createHmac('sha256', signingKey).update(`${as} ${position} `).update(hash).digest()
  return {
    origin: { position: 0n, hash: Buffer.alloc(32) },
    hashEntry: (before, text) => createHmac('sha256', entryKey).update(before).update(text).digest(),
    sign,
    isSigned: (as, entry, signature) => {
      const expected = sign(as, entry)
      return expected.length === signature.length && timingSafeEqual(expected, signature)
    },
  }
}

/** Canonical text of an entry. Computed by the database, so that it is identical in every process. */
export const canonicalEntryText = sql<string>`json_build_array(
  id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), project_id, actor_type, actor_id, action, outcome,
  subject_type, subject_id, ip, user_agent, request_id, details::text
)::text`

/** Reads the first or last position of the chain, or null if the chain is empty. */
export async function findChainEnd(
  database: AuditDatabase,
  which: 'first' | 'last',
): Promise<SignedChainEntry | null> {
  const row = await database
    .selectFrom('audit_ends')
    .select(['position', 'hash', 'signature'])
    .where('which', '=', which)
    .executeTakeFirst()
  return row ? { ...row, position: BigInt(row.position) } : null
}

export async function upsertChainEnd(
  database: AuditDatabase,
  chain: Chain,
  which: 'first' | 'last',
  entry: ChainEntry,
): Promise<void> {
  const end = { position: String(entry.position), hash: entry.hash, signature: chain.sign(which, entry) }
  await database
    .insertInto('audit_ends')
    .values({ which, ...end })
    .onConflict((conflict) => conflict.column('which').doUpdateSet(end))
    .execute()
}
