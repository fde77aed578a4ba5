import type { AuditLog } from './append-to-chain.ts'
import { countUnchained, listChainedEntriesAfter } from './audit-entries.ts'
import type { AuditDatabase } from './audit-tables.ts'
import { listCheckpoints } from './checkpoints.ts'
import {
  type Chain,
  type ChainEntry,
  createChain,
  findChainEnd,
  type SignedChainEntry,
} from './hash-chain.ts'

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
const batchSize = 1_000

/**
 * Verifies the whole log from a consistent snapshot, and finds the first entry that was modified, removed,
 * inserted or reordered. Read-only and non-blocking.
 */
export async function verifyChain({
  name,
  database,
  secrets,
}: Pick<AuditLog, 'name' | 'database' | 'secrets'>): Promise<AuditVerdict> {
  return await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) => verify(transaction, createChain(secrets, name)))
}

async function verify(database: AuditDatabase, chain: Chain): Promise<AuditVerdict> {
  const unchained = await countUnchained(database)

  const [first, last] = [await findChainEnd(database, 'first'), await findChainEnd(database, 'last')]
  if (!first || !last) {
    const problem = first || last ? 'The start or end of the chain was removed.' : null
    return { entries: unchained, unchained, head: '', problem }
  }
  const found = await walkChain(database, chain, first)
  const entries = Number(found.entry.position - first.position) + unchained
  const head = found.entry.hash.toString('hex')
  const problem =
    found.problem ??
    findProblemAtEnds(chain, first, last, found.entry) ??
    (await findProblemAtCheckpoints(database, chain, found.hashAt))
  return { entries, unchained, head, problem }
}

async function walkChain(database: AuditDatabase, chain: Chain, first: ChainEntry) {
  const checkpoints = await listCheckpoints(database)
  const requested = new Set(checkpoints.map(({ position }) => position))
  const hashAt = new Map<bigint, Buffer>()
  let entry = first
  for await (const entries of readBatchesAfter(database, first.position)) {
    for (const { id, position, hash, text } of entries) {
      const expected = { position: entry.position + 1n, hash: chain.hashEntry(entry.hash, text) }
      if (BigInt(position ?? -1) !== expected.position)
        return { entry, hashAt, problem: `The entry at position ${expected.position} was removed.` }
      if (!hash?.equals(expected.hash))
        return {
          entry,
          hashAt,
          problem: `The entry ${id} at position ${position} was changed, inserted or moved.`,
        }
      entry = expected
      if (requested.has(entry.position)) hashAt.set(entry.position, entry.hash)
    }
  }
  return { entry, hashAt, problem: null }
}

/** Reads entries after a position in batches, prefetching the next batch. */
async function* readBatchesAfter(database: AuditDatabase, position: bigint) {
  const read = (after: bigint) => listChainedEntriesAfter(database, after, batchSize)

  let reading: ReturnType<typeof read> | null = read(position)
  try {
    while (reading) {
      const entries: Awaited<typeof reading> = await reading
      const last: string | null | undefined = entries.at(batchSize - 1)?.position
      reading = last ? read(BigInt(last)) : null
      yield entries
    }
  } finally {
    // Leaves the connection idle if the iteration stops early.
    await reading
  }
}

function findProblemAtEnds(
  chain: Chain,
  first: SignedChainEntry,
  last: SignedChainEntry,
  found: ChainEntry,
): string | null {
  if (!chain.isSigned('first', first, first.signature)) return 'The start of the chain was changed.'
  if (!chain.isSigned('last', last, last.signature)) return 'The end of the chain was changed.'
  if (found.position < last.position) return `The entries after position ${found.position} were removed.`
  return found.position === last.position && found.hash.equals(last.hash)
    ? null
    : `The entries after position ${last.position} were inserted.`
}

async function findProblemAtCheckpoints(
  database: AuditDatabase,
  chain: Chain,
  hashAt: ReadonlyMap<bigint, Buffer>,
): Promise<string | null> {
  const checkpoints = await listCheckpoints(database)
  const wrong = checkpoints.find(
    (entry) =>
      !chain.isSigned('checkpoint', entry, entry.signature) ||
      !hashAt.get(entry.position)?.equals(entry.hash),
  )
  return wrong ? `The checkpoint at position ${wrong.position} is invalid.` : null
}
