import type { User } from '../../../users/records/index.ts'
import { restrictedReason } from '../../../users/records/index.ts'

/**
 * A claim is cut to this length, because browsers reject cookies above 4 KB: the public clients store the
 * refresh token and the access token in one.
 */
const maxClaimCharacters = 128

/**
 * Returns the claims about a user that the public clients from 2.8.41 require. They describe the user at the
 * time of signing and authorize nothing. A user who was deleted meanwhile gets the claims of a user without
 * name and e-mail.
 */
export function toUserClaims(user: User | null) {
  const reason = user && restrictedReason(user)
  return {
    name: cut(user?.displayName ?? null),
    email: cut(user?.primaryEmail ?? null),
    email_verified: user?.primaryEmailVerified ?? false,
    selected_team_id: user?.selectedTeam?.id ?? null,
    is_anonymous: user?.isAnonymous ?? false,
    is_restricted: reason !== null,
    restricted_reason: reason,
    requires_totp_mfa: user?.hasTotp ?? false,
    signed_up_at: Math.floor((user?.signedUpAt.getTime() ?? 0) / 1000),
  }
}

function cut(text: string | null): string | null {
  return text === null ? null : [...text].slice(0, maxClaimCharacters).join('')
}
