import type { Database } from '../../platform/database/index.ts'

/** A registered credential with the state last reported by its authenticator. */
export interface Passkey {
  readonly userId: string
  readonly projectId: string
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  /** Whether the passkey can be synced to other devices. It never changes. */
  readonly deviceType: 'singleDevice' | 'multiDevice'
  readonly isBackedUp: boolean
}

/** Unique constraint: a credential belongs to one user of a project. */
export const credentialConstraint = 'passkeys_credential'

/** Stores a passkey, replacing an earlier one of the user. */
export async function savePasskey(database: Database, passkey: Passkey, now: Date): Promise<void> {
  const columns = {
    project_id: passkey.projectId,
    credential_id: passkey.credentialId,
    public_key: Buffer.from(passkey.publicKey),
    counter: String(passkey.counter),
    transports: [...passkey.transports],
    device_type: passkey.deviceType,
    is_backed_up: passkey.isBackedUp,
    created_at: now,
    last_used_at: null,
  }
  await database
    .insertInto('passkeys')
    .values({ user_id: passkey.userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
}

/** Returns the passkey of this credential, or null. */
export async function findPasskey(
  database: Database,
  projectId: string,
  credentialId: string,
): Promise<Passkey | null> {
  const row = await database
    .selectFrom('passkeys')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row
    ? {
        userId: row.user_id,
        projectId: row.project_id,
        credentialId: row.credential_id,
        publicKey: new Uint8Array(row.public_key),
        counter: Number(row.counter),
        transports: row.transports,
        deviceType: row.device_type === 'multiDevice' ? 'multiDevice' : 'singleDevice',
        isBackedUp: row.is_backed_up,
      }
    : null
}

/** Query that returns the passkey of a user if it is still registered, and takes a shared row lock. */
export function selectLockedPasskey(database: Database, { userId, projectId, credentialId }: Passkey) {
  return database
    .selectFrom('passkeys')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('credential_id', '=', credentialId)
    .where('user_id', '=', userId)
    .forShare()
}

/**
 * Records a use in one conditional update. Returns whether the counter increased, which it must unless the
 * authenticator has no counter and always reports 0 (Web Authentication, section 6.1.1).
 */
export async function recordPasskeyUse(
  database: Database,
  { credentialId, projectId }: Passkey,
  { counter, isBackedUp }: Pick<Passkey, 'counter' | 'isBackedUp'>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('passkeys')
    .set({ counter: String(counter), is_backed_up: isBackedUp, last_used_at: now })
    .where('project_id', '=', projectId)
    .where('credential_id', '=', credentialId)
    .where((where) => (counter === 0 ? where('counter', '=', '0') : where('counter', '<', String(counter))))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes the passkey of a user. Returns whether there was one. */
export async function deletePasskey(database: Database, userId: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
