import type { Mutation } from '../mutation.ts'

const accounts = 'apps/account-service/src'
const queue = 'packages/server/src/fair-queue/fair-queue'
const sandbox = `${accounts}/email/sandbox/sandbox`
const projects = `${accounts}/projects`

/** Protections of what the projects of one installation share against one owner. */
export const accountFairnessMutations: readonly Mutation[] = [
  {
    removes: 'ZR36: While too many tasks wait, the next one of any queue is rejected.',
    file: `${queue}.ts`,
    find: '    longest.at(-1)?.reject()\n    return true\n',
    replace: '    return false\n',
    tests: [`${queue}.test.ts`],
    name: 'gives way to another queue',
  },
  {
    removes: 'ZR36: Queues of the same length take each other’s places.',
    file: `${queue}.ts`,
    find: 'longest.length <= length + 1',
    replace: 'longest.length < length',
    tests: [`${queue}.test.ts`],
    name: 'gives way itself',
  },
  {
    removes: 'ZR36: Each project of an owner has turns.',
    file: `${sandbox}.ts`,
    find: '      const ownerId = await findOwnerId(projectId)\n',
    replace: '      const ownerId = (await findOwnerId(projectId)) && projectId\n',
    tests: [`${accounts}/email/sandbox/sandbox-fairness.test.ts`],
    name: 'share the turns',
  },
  {
    removes: 'ZR36: No owner of a project is found.',
    file: `${projects}/create-owner-lookup.ts`,
    find: '(id) => id ?? projectId',
    replace: '(id) => id && projectId',
    tests: [`${projects}/managed-projects.test.ts`],
    name: 'ZR36',
  },
  {
    removes: 'ZR36: Previews use up the places of e-mails.',
    file: `${sandbox}.ts`,
    find: "previewSignal ? ['previews', previews]",
    replace: "ownerId ? ['previews', previews]",
    tests: [`${accounts}/email/sandbox/sandbox-fairness.test.ts`],
    name: 'does not use up the places',
  },
  {
    removes: 'ZR36: Previews whose requests were closed are rendered.',
    file: `${queue}.ts`,
    find: "        signal?.addEventListener('abort', rejectTask, { once: true })\n",
    replace: '',
    tests: [`${queue}.test.ts`],
    name: 'does not run',
  },
  {
    removes: 'ZR37: An owner whose renders take too long gets half of the time of the sandbox.',
    file: `${sandbox}.ts`,
    find: '          if (error instanceof RenderingTookTooLong)\n',
    replace: '          if (error instanceof RangeError)\n',
    tests: [`${accounts}/email/sandbox/sandbox-fairness.test.ts`],
    name: 'ZR37',
  },
  {
    removes: 'ZR37: An owner whose render took too long never renders again.',
    file: `${queue}.ts`,
    find: 'performance.now() < untilMs',
    replace: 'untilMs > 0',
    tests: [`${queue}.test.ts`],
    name: 'ZR37',
  },
  {
    removes: 'ZR38: Waiting renders start a thread after the sandbox was disposed.',
    file: `${sandbox}.ts`,
    find: '      isClosed = true\n      queues.close()\n',
    replace: '',
    tests: [`${accounts}/email/sandbox/sandbox-fairness.test.ts`],
    name: 'ZR38',
  },
  {
    removes: 'ZR39: An e-mail is lost when its render is interrupted for two minutes.',
    file: `${accounts}/email/delivery/deliver-email.ts`,
    find: 'const maxInterruptions = 11',
    replace: 'const maxInterruptions = 3',
    tests: [`${accounts}/email/delivery/send-email.test.ts`],
    name: 'ZR39',
  },
  {
    removes: 'ZR40: An owner changes any number of pictures.',
    file: `${accounts}/users/images/images.ts`,
    find: "accessType === 'client' || ownerId !== null",
    replace: "accessType === 'client'",
    tests: [`${projects}/managed-projects.test.ts`],
    name: 'ZR40',
  },
  {
    removes: 'ZR41: The pictures of a project beyond the quota are decoded.',
    file: `${projects}/create-project.ts`,
    find: '  requireFewerProjects(owner, limit)\n  const prepared',
    replace: '  const prepared',
    tests: [`${projects}/managed-projects.test.ts`],
    name: 'ZR41',
  },
  {
    removes: 'ZR44: A search reads the end of the list twice.',
    file: `${accounts}/users/search-users.ts`,
    find: 'as "sampledRows"',
    replace: 'as looked',
    tests: [`${accounts}/users/search-cost.test.ts`],
    name: 'ZR44',
  },
]
