import type { Mutation } from '../mutation.ts'

const accounts = 'apps/account-service/src'
const requestContext = `${accounts}/platform/request-context`
const limitEmails = `${accounts}/email/delivery/limit-emails.ts`
const aiChat = `${accounts}/email/ai-chat`
const testEmailTest = `${accounts}/email/delivery/send-test-email.test.ts`
const storedDocumentsTest = `${accounts}/projects/records/stored-documents.test.ts`

/** Protections of memory, disk, money and the servers of others against one owner of projects, who may be a stranger. */
export const ownerLimitMutations: readonly Mutation[] = [
  {
    removes: 'ZR580: A configuration is stored in any size.',
    file: `${accounts}/projects/records/projects.ts`,
    find: 'if (Buffer.byteLength(text) > maxDocumentBytes)',
    replace: 'if (Buffer.byteLength(text) < 0)',
    tests: [storedDocumentsTest],
    name: 'ZR580',
  },
  {
    removes: 'ZR580: Parsed configurations fill the memory.',
    file: `${accounts}/projects/records/projects.ts`,
    find: 'if (cachedCharacters + text.length > maxCachedCharacters)',
    replace: 'if (cachedCharacters < 0)',
    tests: [storedDocumentsTest],
    name: 'ZR580',
  },
  {
    removes: 'ZR581: An owner tests any number of e-mail servers at a time.',
    file: `${requestContext}/create-account-api.ts`,
    find: "level === 'admin' ?",
    replace: "level !== level ?",
    tests: [testEmailTest],
    name: 'ZR581: four tests',
  },
  {
    removes: 'ZR581: Each project of an owner has its own tests of e-mail servers.',
    file: limitEmails,
    find: '...testsPerOwner.map((limit) => ({ limit, key: ownerId }))',
    replace: '...testsPerOwner.map((limit) => ({ limit, key: ownerId && project.id }))',
    tests: [testEmailTest],
    name: 'ZR581: in ten minutes',
  },
  {
    removes: 'ZR581: Several owners guess passwords at one host.',
    file: limitEmails,
    find: '    { limit: testsPerHost, key: hashToken(host.toLowerCase()) },\n',
    replace: '    ...(host ? [] : [{ limit: testsPerHost, key: hashToken(host) }]),\n',
    tests: [testEmailTest],
    name: 'ZR581: in ten minutes',
  },
  {
    removes: 'ZR581: A recipient gets any number of test e-mails.',
    file: limitEmails,
    find: '    ...testsPerRecipient.map((limit) => ({ limit, key: hashToken(recipient) })),\n',
    replace: '    ...testsPerRecipient.slice(2).map((limit) => ({ limit, key: hashToken(recipient) })),\n',
    tests: [testEmailTest],
    name: 'ZR581: in ten minutes',
  },
  {
    removes: 'ZR582: Each project of an owner sends requests to the model that the operator pays for.',
    file: `${aiChat}/complete.ts`,
    find: 'perOwner.map((limit) => ({ limit, key: ownerId }))',
    replace: 'perOwner.map((limit) => ({ limit, key: ownerId && project.id }))',
    tests: [`${aiChat}/ai-chat.test.ts`],
    name: 'ZR582: an owner',
  },
  {
    removes: 'ZR582: An owner sends requests to the model the whole day.',
    file: `${aiChat}/complete.ts`,
    find: "{ name: 'ai-questions-by-owner-in-a-day', attempts: 100,",
    replace: "{ name: 'ai-questions-by-owner-in-a-day', attempts: 100_000,",
    tests: [`${aiChat}/ai-chat.test.ts`],
    name: 'ZR582: an owner',
  },
  {
    removes: 'ZR582: Many owners together send any number of requests to the model.',
    file: `${aiChat}/complete.ts`,
    find: '    { limit: perInstallation, key: \'\' },\n',
    replace: '    { limit: perInstallation, key: ownerId },\n',
    tests: [`${aiChat}/ai-chat.test.ts`],
    name: 'ZR582: all owners',
  },
  {
    removes: 'ZR582: The operator pays for requests of 2 MiB.',
    file: 'packages/contract/src/account/email/ai-chat.ts',
    find: 'maxBodyBytes: maxQuestionBytes',
    replace: 'maxBodyBytes: maxQuestionBytes && largeBodyBytes',
    tests: [`${aiChat}/ai-chat.test.ts`],
    name: 'ZR582: a request',
  },
  {
    removes: 'ZR583: Each project of an owner sends large bodies at the same time.',
    file: `${requestContext}/create-account-api.ts`,
    find: '(await findOwnerKey(services, access.project)) ?? access.project.id',
    replace: '(await findOwnerKey(services, access.project)) && access.project.id',
    tests: [`${requestContext}/concurrent-requests.test.ts`],
    name: 'ZR583',
  },
  {
    removes: 'ZR583: The users of one owner occupy the memory for large bodies.',
    file: `${requestContext}/create-account-api.ts`,
    find: '    getGroupKey: ({ access }) => access && findOwnerKey(services, access.project),\n',
    replace: '    getGroupKey: ({ access }) => access && findOwnerKey && null,\n',
    tests: [`${requestContext}/concurrent-requests.test.ts`],
    name: 'ZR583',
  },
]
