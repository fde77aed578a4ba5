import type { Secrets } from '@parley/server'
import type { Database } from '../database/index.ts'
import { type Chain, chainOf, type Link, readEnd } from './chain.ts'
import { listCheckpoints } from './checkpoints.ts'
import { countUnchained, readChainedAfter } from './entries.ts'

/** Result of verifying the audit log. */
export interface AuditVerdict {
  readonly entries: number
  /** Recent entries that are not chained yet. */
  readonly unchained: number
  /** Hash of the last entry, in hexadecimal: store it elsewhere to compare it with a later log. */
  readonly head: string
  /** The first problem, as a message; null if there is none. */
  readonly problem: string | null
}

/** Batch size that balances prefetching and hashing. */
const atOnce = 1_000

/**
 * Verifies the whole log from a consistent snapshot, and finds the first entry that was modified, removed, inserted
 * or reordered. Read-only and non-blocking.
 */
export async function verifyChain(database: Database, secrets: Secrets): Promise<AuditVerdict> {
  return await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) => verify(transaction, chainOf(secrets)))
}

async function verify(database: Database, chain: Chain): Promise<AuditVerdict> {
  const unchained = await countUnchained(database)

  const [first, last] = [await readEnd(database, 'first'), await readEnd(database, 'last')]
  if (!first || !last) {
    const problem = first || last ? 'The start or end of the chain was removed.' : null
    return { entries: unchained, unchained, head: '', problem }
  }
  const found = await followChain(database, chain, first)
  const entries = Number(found.link.position - first.position) + unchained
  const head = found.link.hash.toString('hex')
  const problem =
    found.problem ??
    problemOfEnds(chain, first, last, found.link) ??
    (await problemOfCheckpoints(database, chain, found.hashAt))
  return { entries, unchained, head, problem }
}

async function followChain(database: Database, chain: Chain, first: Link) {
  const checkpoints = await listCheckpoints(database)
  const asked = new Set(checkpoints.map(({ position }) => BigInt(position)))
  const hashAt = new Map<bigint, Buffer>()
  let link = first
  for await (const entries of batchesAfter(database, first.position)) {
    for (const { id, position, hash, text } of entries) {
      const expected = { position: link.position + 1n, hash: chain.next(link.hash, text) }
      if (BigInt(position ?? -1) !== expected.position)
        return { link, hashAt, problem: `The entry at position ${expected.position} was removed.` }
      if (!hash?.equals(expected.hash))
        return {
          link,
          hashAt,
          problem: `The entry ${id} at position ${position} was changed, inserted or moved.`,
        }
      link = expected
      if (asked.has(link.position)) hashAt.set(link.position, link.hash)
    }
  }
  return { link, hashAt, problem: null }
}

/** Reads entries after a position in batches, prefetching the next batch. */
async function* batchesAfter(database: Database, position: bigint) {
  const read = (after: bigint) => readChainedAfter(database, after, atOnce)

  let reading: ReturnType<typeof read> | null = read(position)
  try {
    while (reading) {
      const entries: Awaited<typeof reading> = await reading
      const last: string | null | undefined = entries.at(atOnce - 1)?.position
      reading = last ? read(BigInt(last)) : null
      yield entries
    }
  } finally {
    // Leaves the connection idle if the iteration stops early.
    await reading
  }
}

type SignedLink = Link & { readonly signature: Buffer }

function problemOfEnds(chain: Chain, first: SignedLink, last: SignedLink, found: Link): string | null {
  if (!chain.isSigned('first', first, first.signature)) return 'The start of the chain was changed.'
  if (!chain.isSigned('last', last, last.signature)) return 'The end of the chain was changed.'
  if (found.position < last.position) return `The entries after position ${found.position} were removed.`
  return found.position === last.position && found.hash.equals(last.hash)
    ? null
    : `The entries after position ${last.position} were inserted.`
}

async function problemOfCheckpoints(
  database: Database,
  chain: Chain,
  hashAt: ReadonlyMap<bigint, Buffer>,
): Promise<string | null> {
  const checkpoints = await listCheckpoints(database)
  const wrong = checkpoints.find(({ position, hash, signature }) => {
    const link = { position: BigInt(position), hash }
    return !chain.isSigned('checkpoint', link, signature) || !hashAt.get(link.position)?.equals(hash)
  })
  return wrong ? `The checkpoint at position ${wrong.position} is invalid.` : null
}
