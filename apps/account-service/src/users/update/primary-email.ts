import { randomUUID } from 'node:crypto'
import { KnownError } from '@parley/contract'
import { PlainTextError } from '@parley/server/http'
import type { Transaction } from 'kysely'
import { type AccountTables, isConstraintViolation } from '../../platform/database/index.ts'
import { plainTextError } from '../../platform/errors/index.ts'
import type { Project } from '../../projects/records/index.ts'
import {
  type Channel,
  channelConstraints,
  deleteChannelRow,
  insertChannel,
  listChannels,
  signInChannelConstraint,
  updateChannelRow,
} from '../contact-channels/index.ts'

export interface PrimaryEmailPatch {
  /** Null removes the primary e-mail. */
  readonly primary_email?: string | null
  readonly primary_email_verified?: boolean
  readonly primary_email_auth_enabled?: boolean
}

export interface PrimaryEmailChange {
  readonly before: string | null
  readonly wasVerified: boolean
  readonly wasUsedForSignIn: boolean
  readonly after: string | null
  readonly isUsedForSignIn: boolean
}

export interface EmailOwner {
  readonly project: Project
  readonly userId: string
  readonly now: Date
  /** A new e-mail is used for sign-in once it is verified. */
  readonly reservesWhenVerified?: boolean
}

/**
 * Updates the primary e-mail of a user within the caller's transaction. A new e-mail is unverified unless the
 * patch says otherwise or it was already a verified e-mail of the user.
 *
 * @returns the primary e-mail before and after, and whether it was and is used for sign-in.
 * @throws {KnownError} USER_EMAIL_ALREADY_EXISTS when another user signs in with it.
 * @throws {PlainTextError} 400 when flags are set but there is no primary e-mail.
 */
export async function updatePrimaryEmail(
  transaction: Transaction<AccountTables>,
  owner: EmailOwner,
  patch: PrimaryEmailPatch,
): Promise<PrimaryEmailChange> {
  const channels = await listChannels(transaction, owner.project.id, { userId: owner.userId })
  const primary = channels.find(({ isPrimary }) => isPrimary)
  const before = primary?.value ?? null
  const after = patch.primary_email === undefined ? before : patch.primary_email
  const previous = {
    before,
    wasVerified: primary?.isVerified ?? false,
    wasUsedForSignIn: primary?.usedForAuth ?? false,
  }
  if (Object.values(patch).every((part) => part === undefined))
    return { ...previous, after, isUsedForSignIn: previous.wasUsedForSignIn }
  requirePrimaryEmail(after, patch)

  if (after === null) {
    if (primary) await deleteChannelRow(transaction, primary)
    return { ...previous, after, isUsedForSignIn: false }
  }
  // An e-mail that the user already has becomes the primary one.
  const existing = channels.find(({ value, isPrimary }) => value === after && !isPrimary)
  if (existing) await deleteChannelRow(transaction, existing)
  const flags = {
    isVerified: patch.primary_email_verified ?? existing?.isVerified,
    usedForAuth: patch.primary_email_auth_enabled ?? (existing?.usedForAuth || undefined),
  }
  try {
    const value = after === before ? undefined : after
    const { reservesWhenVerified } = owner
    const changed = primary
      ? await updateChannelRow(transaction, primary, { value, ...flags, reservesWhenVerified })
      : await insertPrimary(transaction, owner, after, flags)
    return { ...previous, after, isUsedForSignIn: changed?.usedForAuth ?? false }
  } catch (error) {
    throw toConflictError(error, after)
  }
}

/** @throws {PlainTextError} 400 when flags of a missing primary e-mail are set. */
export function requirePrimaryEmail(address: string | null, patch: PrimaryEmailPatch): void {
  if (address === null && (patch.primary_email_verified || patch.primary_email_auth_enabled))
    throw new PlainTextError(
      400,
      'The user has no primary e-mail, so it cannot be verified or used for sign-in.',
    )
}

async function insertPrimary(
  transaction: Transaction<AccountTables>,
  { project, userId, now }: EmailOwner,
  value: string,
  flags: { isVerified?: boolean; usedForAuth?: boolean },
): Promise<Channel> {
  const channel: Channel = {
    id: randomUUID(),
    projectId: project.id,
    userId,
    type: 'email',
    value,
    isPrimary: true,
    isVerified: flags.isVerified ?? false,
    usedForAuth: flags.usedForAuth ?? false,
    createdAt: now,
  }
  await insertChannel(transaction, channel)
  return channel
}

function toConflictError(error: unknown, email: string): unknown {
  if (isConstraintViolation(error, signInChannelConstraint))
    return new KnownError('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: false })
  if (isConstraintViolation(error, channelConstraints.once)) return plainTextError('emailTaken')
  return error
}
