import type { Mutation } from '../mutation.ts'

const mail = 'apps/phone-service/src/workspace-mail'
const sending = 'packages/server/src/email/send-via-smtp.ts'
const serverTests = [`${mail}/mail-server.test.ts`] as const
const deliveryTests = [`${mail}/delivery.test.ts`] as const

export const workspaceMailMutations: readonly Mutation[] = [
  {
    removes: 'ZR800: An e-mail is sent without the encryption that its server requires.',
    file: sending,
    find: "requireTLS: security === 'starttls',",
    replace: 'requireTLS: false,',
    tests: ['packages/server/src/email/send-via-smtp.test.ts'],
    name: 'ZR800',
  },
  {
    removes: 'ZR801: The password of a mail server is stored as it is.',
    file: `${mail}/mail-password.ts`,
    find: '  if (password !== undefined) return secrets.seal(password, toSealPurpose(settings))\n',
    replace: '  if (password !== undefined) return password\n',
    tests: serverTests,
    name: 'ZR801',
  },
  {
    removes: 'ZR802: The stored password is sent to another server.',
    file: `${mail}/mail-password.ts`,
    find: '  if (!isSame || stored.passwordEncrypted === null)',
    replace: '  if (!stored?.passwordEncrypted)',
    tests: serverTests,
    name: 'ZR802',
  },
  {
    removes: 'ZR802: A password copied to another server in the database is decrypted.',
    file: `${mail}/mail-password.ts`,
    find: 'JSON.stringify([workspaceId, host, port, username])',
    replace: 'JSON.stringify([workspaceId, host, username])',
    tests: serverTests,
    name: 'ZR802',
  },
  {
    removes: 'ZR802: A password is sent without encryption.',
    file: `${mail}/mail-password.ts`,
    find: "  if (security === 'none') throw new PhoneError('MAIL_ENCRYPTION_REQUIRED')\n",
    replace: '',
    tests: serverTests,
    name: 'ZR802',
  },
  {
    removes: 'ZR803: Tests of mail servers reach private networks.',
    file: `${mail}/send-through-server.ts`,
    find: 'allowedNetworks: services.settings.outboundNetworks }',
    replace: "allowedNetworks: [...services.settings.outboundNetworks, '0.0.0.0/0'] }",
    tests: serverTests,
    name: 'ZR803',
  },
  {
    removes: 'ZR804: Mail servers are tested without limit.',
    file: `${mail}/test-mail-server.ts`,
    find: '  if (!verdict.isAllowed)\n',
    replace: '  if (verdict.isAllowed === null)\n',
    tests: serverTests,
    name: 'ZR804',
  },
  {
    removes: 'ZR804: A test is sent to an address that the user has not verified.',
    file: `${mail}/test-mail-server.ts`,
    find: 'if (recipient === null || !isEmailVerified)',
    replace: 'if (recipient === null)',
    tests: serverTests,
    name: 'ZR804',
  },
  {
    removes: 'ZR805: The text of an e-mail is stored as it is.',
    file: `${mail}/enqueue-mail.ts`,
    find: '    contentEncrypted: secrets.seal(JSON.stringify(parts), toSealPurpose({ id, workspaceId })),\n',
    replace:
      '    contentEncrypted: [secrets.seal(JSON.stringify(parts), toSealPurpose({ id, workspaceId })), parts.text].join(),\n',
    tests: deliveryTests,
    name: 'ZR805',
  },
  {
    removes: 'ZR805: The text of an accepted e-mail remains stored.',
    file: `${mail}/records/mails.ts`,
    find: "state: 'accepted', content_encrypted: null,",
    replace: "state: 'accepted',",
    tests: deliveryTests,
    name: 'ZR805',
  },
  {
    removes: 'ZR806: E-mails wait although an administrator has corrected the server.',
    file: `${mail}/change-mail-server.ts`,
    find: '    await makeMailsDue(changes, workspaceId, services.now())\n',
    replace: '',
    tests: deliveryTests,
    name: 'ZR806',
  },
  {
    removes: 'ZR807: E-mails are sent to a removed member.',
    file: 'apps/phone-service/src/account-events/delete-data.ts',
    find: '  await deleteMailsOfUser(database, { workspaceId, userId })\n',
    replace: '',
    tests: deliveryTests,
    name: 'ZR807',
  },
  {
    removes: 'ZR808: E-mails of other workspaces are sent again.',
    file: `${mail}/records/mails.ts`,
    find: "    .selectAll()\n    .where('workspace_id', '=', workspaceId)\n    .where('id', '=', id)\n",
    replace: "    .selectAll()\n    .where('id', '=', id)\n",
    tests: deliveryTests,
    name: 'ZR808',
  },
  {
    removes: 'ZR809: The keys of any project compose e-mails about missed calls.',
    file: 'apps/account-service/src/email/delivery/send-missed-call-email.ts',
    find: '  if (!isBuiltInProject(project))\n',
    replace: '  if (!project)\n',
    tests: ['apps/account-service/src/email/delivery/missed-call-emails.test.ts'],
    name: 'ZR809',
  },
]
