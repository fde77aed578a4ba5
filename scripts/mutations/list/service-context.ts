import type { Mutation } from '../mutation.ts'

const file = 'apps/account-service/src/platform/service-context/create-service-context.ts'
const tests = ['apps/account-service/src/platform/service-context'] as const

export const serviceContextMutations: readonly Mutation[] = [
  {
    removes: 'a failed operation commits what it wrote',
    file,
    find: 'work(createServiceTransaction(services, transaction, input))',
    replace: 'work(createServiceTransaction(services, transaction, input)).catch((error) => error)',
    tests,
  },
  {
    removes: 'the event of a change is not published',
    file,
    find: '...createAuditWriter({ database: transaction, now }, input),\n    publish: async (type, data) => {',
    replace:
      '...createAuditWriter({ database: transaction, now }, input),\n    publish: async (type, data) => {\n      if (now()) return',
    tests,
  },
  {
    removes: 'an entry of a transaction always names the actor of the request',
    file,
    find: 'as: (actor) => change({ actor }),',
    replace: 'as: () => change({}),',
    tests,
  },
  {
    removes: 'an entry outside a transaction always names the actor of the request',
    file,
    find: 'as: (actor) => createServiceContext(services, { ...input, actor }),',
    replace: 'as: () => createServiceContext(services, input),',
    tests,
  },
  {
    removes: 'an entry of another project is stored in the project of the request',
    file,
    find: 'inProject: (id) => change({ projectId: id }),',
    replace: 'inProject: () => change({}),',
    tests,
  },
  {
    removes: 'an entry does not name the IP, browser and id of its request',
    file,
    find: 'keyof AuditTables>(), {\n        ...input,',
    replace: 'keyof AuditTables>(), {\n        ...input,\n        info: undefined,',
    tests,
  },
  {
    removes: 'a session starts with an entry that names the client instead of the user',
    file: 'apps/account-service/src/auth/sessions/start-session.ts',
    find: "isOwn ? context.as({ type: 'user', id: userId }) : context",
    replace: 'context',
    tests: ['apps/account-service/src/platform/audit/audit.test.ts'],
  },
]
