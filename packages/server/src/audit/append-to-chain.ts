import { sql } from 'kysely'
import type { Log } from '../log/log.ts'
import { runPeriodically } from '../run-periodically/run-periodically.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { listUnchainedEntries, storeChainEntries } from './audit-entries.ts'
import type { AuditDatabase } from './audit-tables.ts'
import { hasCheckpointSince, insertCheckpoint } from './checkpoints.ts'
import {
  type AuditLogName,
  type Chain,
  type ChainEntry,
  createChain,
  findChainEnd,
  upsertChainEnd,
} from './hash-chain.ts'

export interface AuditLog {
  readonly name: AuditLogName
  readonly database: AuditDatabase
  readonly secrets: Secrets
  readonly log: Log
  readonly now: () => Date
}

const intervalMs = 1_000
const batchSize = 1_000
const checkpointIntervalMs = 60 * 60_000

/**
 * Appends new entries to the hash chain every second until disposed. Not done on insert, because every
 * sign-in would then wait for the previous one. Safe in any number of processes: an advisory lock selects
 * one.
 */
export function startAuditChaining(services: AuditLog): AsyncDisposable {
  const chain = createChain(services.secrets, services.name)
  const onFailure = ({ message }: Error) => services.log.error('audit_chain.append_failed', { message })
  return runPeriodically({ intervalMs, onFailure }, async () => {
    return (await appendBatch(services, chain)) === batchSize ? 'more' : 'done'
  })
}

async function appendBatch(
  { name, database, now }: Pick<AuditLog, 'name' | 'database' | 'now'>,
  chain: Chain,
): Promise<number> {
  const lock = name === 'accounts' ? 'parley-audit-chain' : `parley-audit-chain-${name}`
  return await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ has_lock: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${lock})) as has_lock`.execute(transaction)
    if (!rows[0]?.has_lock) return 0

    const entries = await listUnchainedEntries(transaction, batchSize)
    if (entries.length === 0) return 0

    const storedEnd = await findChainEnd(transaction, 'last')
    if (!storedEnd) await upsertChainEnd(transaction, chain, 'first', chain.origin)
    let last: ChainEntry = storedEnd ?? chain.origin
    const links = entries.map(({ id, text }) => {
      last = { position: last.position + 1n, hash: chain.hashEntry(last.hash, text) }
      return { id, ...last }
    })
    await storeChainEntries(transaction, links)
    await upsertChainEnd(transaction, chain, 'last', last)
    const at = now()
    if (!(await hasCheckpointSince(transaction, new Date(at.getTime() - checkpointIntervalMs))))
      await insertCheckpoint(transaction, { ...last, signature: chain.sign('checkpoint', last), at })
    return entries.length
  })
}
