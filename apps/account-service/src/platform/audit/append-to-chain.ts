import { runPeriodically } from '@parley/server'
import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { listUnchainedEntries, storeChainEntries } from './audit-entries.ts'
import { hasCheckpointSince, insertCheckpoint } from './checkpoints.ts'
import { type Chain, type ChainEntry, createChain, findChainEnd, upsertChainEnd } from './hash-chain.ts'
import { auditOmissions } from './omissions.ts'

type Deps = Pick<Services, 'database' | 'secrets' | 'log' | 'now'>

const intervalMs = 1_000
const batchSize = 1_000
const checkpointIntervalMs = 60 * 60_000

/**
 * Appends new entries to the hash chain every second until disposed. Not done on insert, because every sign-in
 * would then wait for the previous one. Safe in any number of processes: an advisory lock selects one.
 */
export function startAuditChaining(services: Deps): AsyncDisposable {
  const chain = createChain(services.secrets)
  const onFailure = ({ message }: Error) => services.log.error('audit_chain.append_failed', { message })
  return runPeriodically({ intervalMs, onFailure }, async () => {
    await auditOmissions(services)
    return (await appendBatch(services, chain)) === batchSize ? 'more' : 'done'
  })
}

async function appendBatch({ database, now }: Pick<Deps, 'database' | 'now'>, chain: Chain): Promise<number> {
  return await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ has_lock: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('parley-audit-chain')) as has_lock`.execute(transaction)
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
