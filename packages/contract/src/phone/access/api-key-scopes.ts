/**
 * The rights of an API key of a workspace. A key has no scope until an administrator grants it.
 *
 * Without `calls:read-all`, a key reads what all members of the workspace read: the calls that all of them missed, and the
 * messages for the workspace.
 */
export const apiKeyScopes = [
  'calls:read',
  'calls:read-all',
  'recordings:read',
  'transcripts:read',
  'voicemails:read',
  'contacts:read',
  'contacts:write',
] as const

export type ApiKeyScope = (typeof apiKeyScopes)[number]
