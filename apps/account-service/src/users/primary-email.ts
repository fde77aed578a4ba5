import { randomUUID } from 'node:crypto'
import { KnownError } from '@parley/contract'
import { TextError } from '@parley/server/http'
import type { Transaction } from 'kysely'
import {
  changeChannel,
  channelConstraints,
  deleteChannel,
  insertChannel,
  listChannels,
  signInChannelConstraint,
} from '../contact-channels/index.ts'
import { type AccountTables, isViolationOf } from '../database/index.ts'

export interface WrittenEmail {
  /** Null removes the primary e-mail. */
  readonly primary_email?: string | null
  readonly primary_email_verified?: boolean
  readonly primary_email_auth_enabled?: boolean
}

export interface PrimaryEmailChange {
  readonly before: string | null
  readonly wasVerified: boolean
  readonly signedIn: boolean
  readonly after: string | null
  readonly signsIn: boolean
}

interface Owner {
  readonly projectId: string
  readonly userId: string
  readonly now: Date
}

/**
 * Updates the primary e-mail of a user within the caller's transaction. A new e-mail is unverified unless the patch
 * says otherwise or it was already a verified e-mail of the user.
 *
 * @returns the primary e-mail before and after, and whether it was and is used for sign-in.
 * @throws {KnownError} USER_EMAIL_ALREADY_EXISTS when another user signs in with it.
 * @throws {PlainTextError} 400 when flags are set but there is no primary e-mail.
 */
export async function writePrimaryEmail(
  transaction: Transaction<AccountTables>,
  owner: Owner,
  written: WrittenEmail,
): Promise<PrimaryEmailChange> {
  const channels = await listChannels(transaction, owner.projectId, { userId: owner.userId })
  const primary = channels.find(({ is_primary }) => is_primary)
  const before = primary?.value ?? null
  const after = written.primary_email === undefined ? before : written.primary_email
  const was = {
    before,
    wasVerified: primary?.is_verified ?? false,
    signedIn: primary?.used_for_auth ?? false,
  }
  if (Object.values(written).every((part) => part === undefined))
    return { ...was, after, signsIn: was.signedIn }
  requireAddress(after, written)

  if (after === null) {
    if (primary) await deleteChannel(transaction, primary)
    return { ...was, after, signsIn: false }
  }
  // An e-mail that the user already has becomes the primary one.
  const same = channels.find(({ value, is_primary }) => value === after && !is_primary)
  if (same) await deleteChannel(transaction, same)
  const flags = {
    is_verified: written.primary_email_verified ?? same?.is_verified,
    used_for_auth: written.primary_email_auth_enabled ?? (same?.used_for_auth || undefined),
  }
  try {
    const value = after === before ? undefined : after
    if (primary) await changeChannel(transaction, primary, given({ value, ...flags }))
    else await insertPrimary(transaction, owner, after, flags)
  } catch (error) {
    throw explain(error, after)
  }
  return { ...was, after, signsIn: flags.used_for_auth ?? was.signedIn }
}

/** @throws {PlainTextError} 400 when flags of a missing primary e-mail are set. */
export function requireAddress(address: string | null, written: WrittenEmail): void {
  if (address === null && (written.primary_email_verified || written.primary_email_auth_enabled))
    throw new TextError(400, 'The user has no primary e-mail, so it cannot be verified or used for sign-in.')
}

async function insertPrimary(
  transaction: Transaction<AccountTables>,
  { projectId, userId, now }: Owner,
  value: string,
  flags: { is_verified?: boolean; used_for_auth?: boolean },
): Promise<void> {
  await insertChannel(transaction, {
    id: randomUUID(),
    project_id: projectId,
    user_id: userId,
    type: 'email',
    value,
    is_primary: true,
    is_verified: flags.is_verified ?? false,
    used_for_auth: flags.used_for_auth ?? false,
    created_at: now,
  })
}

function given<T extends object>(flags: T): Partial<T> {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) as Partial<T>
}

function explain(error: unknown, email: string): unknown {
  if (isViolationOf(error, signInChannelConstraint))
    return new KnownError('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: false })
  if (isViolationOf(error, channelConstraints.once))
    return new TextError(400, 'The user already has this e-mail address.')
  return error
}
