import { parseClaims } from '../../session/access-token.ts'
import type { UserProfile } from './profile.ts'

/** The claims of an access token about its user. Long names and addresses are cut. */
export type PartialUser = Pick<
  UserProfile,
  | 'id'
  | 'displayName'
  | 'primaryEmail'
  | 'primaryEmailVerified'
  | 'isAnonymous'
  | 'isMultiFactorRequired'
  | 'isRestricted'
  | 'restrictedReason'
>

export interface PartialUserOptions {
  /** The access token, without a request for the user. */
  readonly from: 'token'
  readonly or?: 'return-null' | 'anonymous-if-exists'
}

/**
 * Returns the user of an access token, unverified; null without one, and for an anonymous user unless `or`
 * includes them.
 */
export function readPartialUser(
  accessToken: string | null,
  { or }: Pick<PartialUserOptions, 'or'>,
): PartialUser | null {
  const claims = accessToken === null ? null : parseClaims(accessToken)
  if (!claims) return null
  const isAnonymous = claims.is_anonymous === true
  if (isAnonymous && or !== 'anonymous-if-exists') return null
  return {
    id: String(claims.sub),
    displayName: toText(claims.name),
    primaryEmail: toText(claims.email),
    primaryEmailVerified: claims.email_verified === true,
    isAnonymous,
    isMultiFactorRequired: claims.requires_totp_mfa === true,
    isRestricted: claims.is_restricted === true,
    restrictedReason: isAnonymous ? { type: 'anonymous' } : null,
  }
}

function toText(claim: unknown): string | null {
  return typeof claim === 'string' ? claim : null
}
