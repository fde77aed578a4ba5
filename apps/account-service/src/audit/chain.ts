import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '@parley/server'
import { sql } from 'kysely'
import type { Database } from '../database/index.ts'

/** A place in the chain: the hash there covers every entry up to it. */
export interface Link {
  readonly position: bigint
  readonly hash: Buffer
}

/** What a signed place stands for. */
export type Place = 'first' | 'last' | 'checkpoint'

/** Makes hashes of the chain. The key is not in the database: who can change entries cannot make their hashes. */
export interface Chain {
  readonly origin: Link
  /** The hash of an entry after the one before it. */
  next(before: Buffer, text: string): Buffer
  /** Signs a place for what it stands for: the signature of a checkpoint is none of an end. */
  sign(as: Place, link: Link): Buffer
  isSigned(as: Place, link: Link, signature: Buffer): boolean
}

export function chainOf(secrets: Secrets): Chain {
  // As a key object: making one out of bytes for each entry is most of what a hash of so few bytes would cost.
  const entryKey = createSecretKey(secrets.deriveKey('chain of audit entries'))
  const signingKey = secrets.deriveKey('checkpoints of the audit log')
  const sign = (as: Place, { position, hash }: Link) =>
    createHmac('sha256', signingKey).update(`${as} ${position} `).update(hash).digest()
  return {
    origin: { position: 0n, hash: Buffer.alloc(32) },
    next: (before, text) => createHmac('sha256', entryKey).update(before).update(text).digest(),
    sign,
    isSigned: (as, link, signature) => {
      const expected = sign(as, link)
      return expected.length === signature.length && timingSafeEqual(expected, signature)
    },
  }
}

/** All that an entry says, as one text. The database writes it, so that it is the same wherever it is read. */
export const entryText = sql<string>`json_build_array(
  id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), project_id, actor_type, actor_id, action, outcome,
  subject_type, subject_id, ip, user_agent, request_id, details::text
)::text`

/** Reads where the chain begins or ends, or null when it has not begun. */
export async function readEnd(
  database: Database,
  which: 'first' | 'last',
): Promise<(Link & { readonly signature: Buffer }) | null> {
  const row = await database
    .selectFrom('audit_ends')
    .select(['position', 'hash', 'signature'])
    .where('which', '=', which)
    .executeTakeFirst()
  return row ? { ...row, position: BigInt(row.position) } : null
}

export async function writeEnd(
  database: Database,
  chain: Chain,
  which: 'first' | 'last',
  link: Link,
): Promise<void> {
  const end = { position: String(link.position), hash: link.hash, signature: chain.sign(which, link) }
  await database
    .insertInto('audit_ends')
    .values({ which, ...end })
    .onConflict((conflict) => conflict.column('which').doUpdateSet(end))
    .execute()
}
