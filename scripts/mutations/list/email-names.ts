import type { Mutation } from '../mutation.ts'

const templates = 'apps/account-service/src/email/templates'
const installation = {
  tests: ['apps/account-service/src/email/delivery/installation-server.test.ts'],
  name: 'ZR591',
} as const

/** Words that owners and users of projects choose, in e-mails of the installation's server. */
export const emailNameMutations: readonly Mutation[] = [
  {
    removes: 'SR17: A name in an e-mail may contain a telephone number.',
    file: `${templates}/plain-name.ts`,
    find: "    .replaceAll(phoneNumber, ' ')\n",
    replace: '',
    tests: ['apps/account-service/src/teams/invitations/invitation-emails.test.ts'],
    name: 'SR17: the name',
  },
  {
    removes: 'SR17: A name in an e-mail may contain a telephone number with unusual separators.',
    file: `${templates}/plain-name.ts`,
    find: 'hasPhoneNumber && /',
    replace: "hasPhoneNumber && word === '' && /",
    tests: ['apps/account-service/src/teams/invitations/invitation-emails.test.ts'],
    name: 'SR17: the name',
  },
  {
    removes: "ZR591: The installation's server sends the words of an owner as the name of a project.",
    ...installation,
    file: `${templates}/plain-name.ts`,
    find: " && config.email_config.type !== 'shared') return project",
    replace: ' && config) return project',
  },
  {
    removes: "ZR591: The installation's server sends the words of a user as the name of a team.",
    ...installation,
    file: `${templates}/render-stored.ts`,
    find: '      withPlainTeam(variables),',
    replace: '      variables,',
  },
]
