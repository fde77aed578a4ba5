import type { Project } from '../projects/records/index.ts'

/** Name of the personal team when the user has neither a name nor an e-mail. */
const defaultTeamName = 'Personal team'

/** Returns the name of the user, or else the e-mail, unless members of the team must not see it. */
export function toPersonalTeamName(
  { settings }: Project,
  displayName: string | null | undefined,
  email: string | undefined,
): string {
  if (displayName?.trim()) return displayName
  if (email === undefined) return defaultTeamName
  return settings.hides_address_in_team_names ? toNameOfAddress(email) || defaultTeamName : email
}

/**
 * Returns the words before the @, without digits and the tag after a plus sign: `ada.lovelace+x7@…` is Ada
 * Lovelace.
 */
function toNameOfAddress(email: string): string {
  const [local = ''] = email.split(/[@+]/)
  const words = local.split(/[^\p{L}]+/u).filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
