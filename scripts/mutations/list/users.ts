import type { Mutation } from '../mutation.ts'

const users = 'apps/account-service/src/users'
const projects = 'apps/account-service/src/projects'

export const usersMutations: readonly Mutation[] = [
  {
    removes: 'A client reads and changes other users.',
    file: 'apps/account-service/src/platform/request-context/require-own-user.ts',
    find: 'if (userId !== user.id)',
    replace: 'if (userId === "")',
    tests: [`${users}/contact-channels/contact-channels.test.ts`],
  },
  {
    removes: 'An API key that was revoked is accepted.',
    file: `${projects}/api-keys/check-api-key.ts`,
    find: 'if (record.revokedAt) throw',
    replace: 'if (record.revokedAt && record.id === "") throw',
    tests: [`${projects}/api-keys/api-keys.test.ts`],
  },
  {
    removes: 'An API key that has expired is accepted.',
    file: `${projects}/api-keys/check-api-key.ts`,
    find: 'if (record.expiresAt && record.expiresAt <= now())',
    replace: 'if (record.expiresAt && record.id === "")',
    tests: [`${projects}/api-keys/api-keys.test.ts`],
  },
  {
    removes: 'API keys of other users can be managed.',
    file: `${projects}/api-keys/authorize-key-owner.ts`,
    find: 'if (owner.id !== user.id)',
    replace: 'if (owner.id === "")',
    tests: [`${projects}/api-keys/api-keys.test.ts`],
  },
  {
    removes: 'API keys of a team are managed without the permission.',
    file: `${projects}/api-keys/authorize-key-owner.ts`,
    find: 'if (!(await hasTeamPermission(database, project.id, grant)))',
    replace: 'if (!(await hasTeamPermission(database, project.id, grant)) && owner.id === "")',
    tests: [`${projects}/api-keys/api-keys.test.ts`],
  },
  {
    removes: 'API keys are stored in plain text.',
    file: `${projects}/api-keys/records/api-keys.ts`,
    find: 'key_hash: hashToken(draft.plaintext),',
    replace: 'key_hash: draft.plaintext,',
    tests: [`${projects}/api-keys/api-keys.test.ts`],
  },
  {
    removes: 'The revocation of a key can be undone or moved.',
    file: `${projects}/api-keys/records/api-keys.ts`,
    find: "column.fn.coalesce('revoked_at', column.val(revokedAt ?? null))",
    replace: 'column.val(revokedAt ?? null)',
    tests: [`${projects}/api-keys/api-keys.test.ts`],
  },
  {
    removes: 'Keys of a team outlive the membership of their creator.',
    file: `${projects}/api-keys/records/revoke-member-keys.ts`,
    find: 'if (!project.settings.team_keys_bound_to_membership) return',
    replace: 'if (project.id !== "") return',
    tests: [`${projects}/api-keys/records/revoke-member-keys.test.ts`],
  },
  {
    removes: 'A key set that was revoked is accepted.',
    file: `${projects}/internal-keys/records/key-sets.ts`,
    find: "    .where('revoked_at', 'is', null)\n    .where('expires_at', '>', now)\n}",
    replace: "    .where('expires_at', '>', now)\n}",
    tests: [`${projects}/managed-projects.test.ts`],
    name: 'stop working',
  },
  {
    removes: 'A key set that has expired is accepted.',
    file: `${projects}/internal-keys/records/key-sets.ts`,
    find: "    .where('revoked_at', 'is', null)\n    .where('expires_at', '>', now)\n}",
    replace: "    .where('revoked_at', 'is', null)\n}",
    tests: [`${projects}/projects.test.ts`],
    name: 'keys created on the command line',
  },
  {
    removes: 'The key of one project opens another.',
    file: `${projects}/internal-keys/records/key-sets.ts`,
    find: ".where(hashColumn[accessType], '=', hashToken(key))\n    .where('project_id', '=', projectId)",
    replace: ".where(hashColumn[accessType], '=', hashToken(key))",
    tests: ['apps/account-service/src/platform/request-context/request-context.test.ts'],
    name: 'another type or project',
  },
  {
    removes: 'The link of the first administrator works several times.',
    file: `${projects}/set-up/set-up-links.ts`,
    find: "    .set({ used_at: now })\n    .where('token_hash', '=', tokenHash)\n    .where('expires_at', '>', now)\n    .where('used_at', 'is', null)\n",
    replace:
      "    .set({ used_at: now })\n    .where('token_hash', '=', tokenHash)\n    .where('expires_at', '>', now)\n",
    tests: [`${projects}/set-up/set-up.test.ts`],
    name: 'works once',
  },
  {
    removes: 'An access token contains a name of any length, so that it may not fit into a cookie.',
    file: 'apps/account-service/src/auth/sessions/tokens/user-claims.ts',
    find: 'const maxClaimCharacters = 128',
    replace: 'const maxClaimCharacters = 100_000',
    tests: ['apps/account-service/src/auth/sessions/tokens/user-claims.test.ts'],
  },
  {
    removes: 'The list of users ignores the filters for anonymous users.',
    file: `${users}/search-users.ts`,
    find: 'if (includesAnonymous && includesRegular) return anyUser',
    replace: 'if (includesAnonymous || includesRegular) return anyUser',
    tests: [`${users}/list-users.test.ts`],
  },
  {
    removes: 'With server access, /projects/current has the secrets of the project.',
    file: `${projects}/get-current-project.ts`,
    find: "if (accessType === 'admin')",
    replace: "if (accessType !== 'client')",
    tests: [`${projects}/managed-projects.test.ts`],
  },
  {
    removes: 'A bitmap without pixels keeps the decoder busy.',
    file: `${users}/images/bitmap-size.ts`,
    find: 'width > 0 && height > 0 ?',
    replace: 'width >= 0 && height > 0 ?',
    tests: [`${users}/images/bitmap-size.test.ts`],
  },
]
