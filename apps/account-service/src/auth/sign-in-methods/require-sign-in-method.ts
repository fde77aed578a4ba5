import { PlainTextError } from '@parley/server/http'
import { sql, type Transaction } from 'kysely'
import { listConnections } from '../../oauth/connections/index.ts'
import type { AccountTables } from '../../platform/database/index.ts'
import { listEnabledProviders, type Project } from '../../projects/records/index.ts'

/**
 * Rejects a change that leaves a user without a sign-in method. Called after the change, in its transaction.
 * An advisory lock serialises concurrent changes of the same user: of two that remove the last two methods,
 * one is rejected.
 *
 * @throws {PlainTextError} 400
 */
export async function requireSignInMethod(
  transaction: Transaction<AccountTables>,
  project: Project,
  userId: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in methods of ${userId}`}, 0))`.execute(
    transaction,
  )
  if (!(await canSignIn(transaction, project, userId)))
    throw new PlainTextError(400, 'This is the last sign-in method of this account. Add another one first.')
}

/** Returns whether a user has a sign-in method that the project has enabled. */
export async function canSignIn(
  transaction: Transaction<AccountTables>,
  project: Project,
  userId: string,
): Promise<boolean> {
  const { config } = project
  const methods = await transaction
    .selectFrom('sign_in_methods')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (methods?.has_passkey && config.passkey_enabled) return true
  if (methods?.has_sign_in_email) {
    if (methods.has_password && config.credential_enabled) return true
    if (methods.has_otp && config.magic_link_enabled) return true
  }
  const providers = new Set(listEnabledProviders(project).map(({ id }) => id))
  const connections = await listConnections(transaction, project.id, { userId })
  return connections.some(({ providerId, allowSignIn }) => allowSignIn && providers.has(providerId))
}
