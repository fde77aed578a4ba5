import type { Mutation } from '../mutation.ts'

const accounts = 'apps/account-service/src'
const definitions = `${accounts}/permissions/definitions`
const delivery = `${accounts}/email/delivery`
const disk = `${accounts}/platform/request-context/require-disk-space`
const rateLimits = 'packages/server/src/rate-limit/rate-limits.ts'
const sessions = `${accounts}/auth/sessions`
const password = `${accounts}/auth/password`

/** Protections of users against a flood of requests by strangers. */
export const accountFloodMutations: readonly Mutation[] = [
  {
    removes: 'ZR670: A password that the full queue did not compare counts as a wrong one.',
    file: `${password}/hashes/hashing.ts`,
    find: '      const [isVerified, verdict] = await queues.run(',
    replace: '      await countAttempt()\n      const [isVerified, verdict] = await queues.run(',
    tests: [`${password}/full-hashing-queue.test.ts`],
    name: 'ZR670',
  },
  {
    removes: 'ZR670: A reset that the full queue rejected uses up attempts of its code.',
    file: `${password}/reset.ts`,
    find: '    await release()\n',
    replace: '',
    tests: [`${password}/full-hashing-queue.test.ts`],
    name: 'ZR670',
  },
  {
    removes: 'ZR671: A project has permission definitions of any size.',
    file: `${definitions}/require-definitions-size.ts`,
    find: 'bytes > maxBytes',
    replace: 'bytes > maxBytes * 10',
    tests: [`${definitions}/definitions-size.test.ts`],
    name: 'ZR671: the definitions of a project have',
  },
  {
    removes: 'ZR671: Permission definitions contain any number of others.',
    file: `${definitions}/require-definitions-size.ts`,
    find: 'containedIds > maxContainedIds',
    replace: 'containedIds > maxContainedIds * 10',
    tests: [`${definitions}/definitions-size.test.ts`],
    name: 'ZR671: the definitions of a project contain',
  },
  {
    removes: 'ZR672: A user has any number of sessions.',
    file: `${sessions}/start-session.ts`,
    find: 'if (begun.isBeyondLimit)',
    replace: 'if (userId === "")',
    tests: [`${sessions}/sessions-per-user.test.ts`],
    name: 'ZR672: a user',
  },
  {
    removes: 'ZR672: A new password publishes the end of each session in two statements.',
    file: `${sessions}/end-user-sessions.ts`,
    find: "await transaction.publishAll(\n    'session.ended',\n    ended.map((id) => ({ id, user_id: userId })),\n  )",
    replace: "for (const id of ended) await transaction.publish('session.ended', { id, user_id: userId })",
    tests: [`${sessions}/sessions-per-user.test.ts`],
    name: 'ZR672: a new password',
  },
  {
    removes: 'ZR673: Keys store data on a full disk.',
    file: `${disk}.ts`,
    find: '  if (rateLimit === undefined) return false\n',
    replace: '  if (rateLimit === undefined) return access?.accessType !== "client"\n',
    tests: [`${disk}.test.ts`],
    name: 'users and keys store nothing',
  },
  {
    removes: 'ZR673: A full disk prevents the revocation of keys.',
    file: `${disk}.ts`,
    find: "  'PATCH /internal/api-keys/{id}',\n",
    replace: '',
    tests: [`${disk}.test.ts`],
    name: 'deleted and revoked',
  },
  {
    removes: 'ZR673: A back end stores any number of codes on a full disk.',
    file: `${disk}.ts`,
    find: '(isLimited && signInStartLimits',
    replace: '(signInStartLimits',
    tests: [`${disk}.test.ts`],
    name: 'ZR673: a back end',
  },
  {
    removes: 'ZR674: Each /64 of a client with many has turns in hashing.',
    file: `${password}/hashes/hashing-queues.ts`,
    find: '...networks]',
    replace: 'networks.at(-1) ?? ""]',
    tests: [`${password}/hashes/hashing.test.ts`],
    name: 'ZR674',
  },
  {
    removes: 'ZR675: A client with many IPv6 networks has attempts for each of them.',
    file: rateLimits,
    find: 'if (widest === own.key) return [own]',
    replace: 'if (widest !== limit.name) return [own]',
    tests: [rateLimits.replace('.ts', '.test.ts')],
    name: 'ZR675',
  },
  {
    removes: 'ZR678: A client with many IPv6 networks occupies the places of each of them.',
    file: 'packages/server/src/rate-limit/shares.ts',
    find: 'return widest === own.key ? [own]',
    replace: 'return widest !== ip ? [own]',
    tests: ['packages/server/src/rate-limit/shares.test.ts'],
    name: 'ZR678',
  },
  {
    removes: 'ZR676: A stranger with many projects fills a mailbox.',
    file: `${delivery}/limit-emails.ts`,
    find: '...ofRecipient, ...ofInstallation]',
    replace: '...ofRecipient]',
    tests: [`${delivery}/mails-per-mailbox.test.ts`],
    name: 'ZR676',
  },
  {
    removes: 'ZR677: Each subaddress of a person gets the e-mails of a person.',
    file: `${delivery}/limit-emails.ts`,
    find: "config.email_config.type === 'shared' ? toMailbox(email) : email",
    replace: 'email || config.email_config.type',
    tests: [`${delivery}/mails-per-mailbox.test.ts`],
    name: 'ZR677: the subaddresses',
  },
]
