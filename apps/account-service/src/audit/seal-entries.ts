import { repeatedly } from '@parley/server'
import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { type Chain, chainOf, type Link, readEnd, writeEnd } from './chain.ts'
import { hasCheckpointSince, insertCheckpoint } from './checkpoints.ts'
import { readUnchained, storeLinks } from './entries.ts'

type Needs = Pick<Services, 'database' | 'secrets' | 'log' | 'now'>

const everyMs = 1_000
const atOnce = 1_000
const checkpointEveryMs = 60 * 60_000

/**
 * Appends new entries to the hash chain every second until disposed. Not done on insert, because every sign-in
 * would then wait for the previous one. Safe in any number of processes: an advisory lock selects one.
 */
export function keepSealing(services: Needs): AsyncDisposable {
  const chain = chainOf(services.secrets)
  const onFailure = ({ message }: Error) => services.log.error('audit.not_sealed', { message })
  return repeatedly({ everyMs, onFailure }, async () =>
    (await sealSome(services, chain)) === atOnce ? 'more' : 'done',
  )
}

async function sealSome({ database, now }: Pick<Needs, 'database' | 'now'>, chain: Chain): Promise<number> {
  return await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('parley-audit-chain')) as mine`.execute(transaction)
    if (!rows[0]?.mine) return 0

    const entries = await readUnchained(transaction, atOnce)
    if (entries.length === 0) return 0

    const begun = await readEnd(transaction, 'last')
    if (!begun) await writeEnd(transaction, chain, 'first', chain.origin)
    let last: Link = begun ?? chain.origin
    const links = entries.map(({ id, text }) => {
      last = { position: last.position + 1n, hash: chain.next(last.hash, text) }
      return { id, ...last }
    })
    await storeLinks(transaction, links)
    await writeEnd(transaction, chain, 'last', last)
    const at = now()
    if (!(await hasCheckpointSince(transaction, new Date(at.getTime() - checkpointEveryMs))))
      await insertCheckpoint(transaction, { ...last, signature: chain.sign('checkpoint', last), at })
    return entries.length
  })
}
