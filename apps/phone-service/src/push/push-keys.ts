import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface StoredPushKeys {
  /** An uncompressed point of P-256, base64url. */
  readonly publicKey: string
  readonly privateKeyEncrypted: string
}

export async function findPushKeys(database: Database): Promise<StoredPushKeys | null> {
  const row = await database
    .selectFrom('push_keys')
    .select(['public_key', 'private_key_encrypted'])
    .executeTakeFirst()
  return row ? { publicKey: row.public_key, privateKeyEncrypted: row.private_key_encrypted } : null
}

/** Stores the keys, unless another process has done so. */
export async function insertPushKeys(database: Database, keys: StoredPushKeys): Promise<void> {
  await database
    .insertInto('push_keys')
    .values({ public_key: keys.publicKey, private_key_encrypted: keys.privateKeyEncrypted })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
