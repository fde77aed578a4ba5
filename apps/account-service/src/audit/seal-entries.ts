import { repeatedly } from '@parley/server'
import { sql } from 'kysely'
import type { Database } from '../database/index.ts'
import type { Services } from '../services.ts'
import { type Chain, chainOf, entryText, type Link, readEnd, writeEnd } from './chain.ts'

type Needs = Pick<Services, 'database' | 'secrets' | 'log' | 'now'>

const everyMs = 1_000
const atOnce = 1_000
const checkpointEveryMs = 60 * 60_000

/**
 * Chains what was written down, each second, until it is disposed. The chain is not made where entries are written,
 * because every sign-in would then wait for the one before it. Any number of processes may: one of them does.
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

    const entries = await transaction
      .selectFrom('audit_entries')
      .select(['id', entryText.as('text')])
      .where('position', 'is', null)
      .orderBy('id')
      .limit(atOnce)
      .execute()
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
    await noteCheckpoint(transaction, chain, last, now())
    return entries.length
  })
}

async function storeLinks(
  database: Database,
  links: readonly (Link & { readonly id: string })[],
): Promise<void> {
  const ids = links.map(({ id }) => id)
  const positions = links.map(({ position }) => String(position))
  const hashes = links.map(({ hash }) => hash)
  await database
    .updateTable('audit_entries')
    .from(
      sql<{ id: string; position: string; hash: Buffer }>`
        unnest(${ids}::bigint[], ${positions}::bigint[], ${hashes}::bytea[])`.as<'link'>(
        sql`link (id, position, hash)`,
      ),
    )
    .set((column) => ({ position: column.ref('link.position'), hash: column.ref('link.hash') }))
    .whereRef('audit_entries.id', '=', 'link.id')
    .execute()
}

async function noteCheckpoint(database: Database, chain: Chain, last: Link, now: Date): Promise<void> {
  const recent = await database
    .selectFrom('audit_checkpoints')
    .select('position')
    .where('at', '>', new Date(now.getTime() - checkpointEveryMs))
    .limit(1)
    .executeTakeFirst()
  if (recent) return
  await database
    .insertInto('audit_checkpoints')
    .values({
      position: String(last.position),
      hash: last.hash,
      signature: chain.sign('checkpoint', last),
      at: now,
    })
    .execute()
}
