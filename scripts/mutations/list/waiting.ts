import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const database = 'packages/server/src/database'
const calls: Mutation['tests'] = [`${phone}/calls/calls-beside-locks.test.ts`]
const deletion: Mutation['tests'] = [`${phone}/contact-changes/delete-beside-change.test.ts`]
const events: Mutation['tests'] = [`${phone}/account-events/locked-rows.test.ts`]
const epochs: Mutation['tests'] = [`${phone}/nodes/epochs.test.ts`]
const waiting: Mutation['tests'] = [`${database}/waiting.test.ts`]

/** Protections against requests that wait for those of others. */
export const waitingMutations: readonly Mutation[] = [
  {
    removes: 'ZR777: A call waits for the contacts of its user.',
    file: `${phone}/numbers/caller-id-choices.ts`,
    find: "    deps.log.warn('caller_id_choice.save_failed', { workspaceId: viewer.workspaceId, error })\n",
    replace: '    throw error\n',
    tests: calls,
    name: 'ZR777',
  },
  {
    removes: 'ZR778: The heartbeat of a node waits for calls that are being stored.',
    file: `${phone}/nodes/nodes.ts`,
    find: '    .forKeyShare()\n',
    replace: '    .forShare()\n',
    tests: epochs,
    name: 'ZR778',
  },
  {
    removes: 'ZR778: A call is stored in an epoch that another node has ended.',
    file: `${phone}/nodes/nodes.ts`,
    find: "    await transaction.selectFrom('nodes').select('id').where('id', '=', nodeId).forUpdate().execute()\n",
    replace: '',
    tests: epochs,
    name: 'ZR778',
  },
  {
    removes: 'ZR779: A request that waits for a lock is an internal error.',
    file: `${database}/is-database-unavailable.ts`,
    find: '|55P03|',
    replace: '|',
    tests: calls,
    name: 'ZR779',
  },
  {
    removes: 'ZR779: A statement waits for a lock without end.',
    file: `${database}/open.ts`,
    find: '{ ...connection, lock_timeout: lockTimeoutMs }',
    replace: '{ ...connection }',
    tests: waiting,
    name: 'ZR779',
  },
  {
    removes: 'ZR779: A transaction behind a connection pooler waits for a lock without end.',
    file: `${database}/lock-timeout.ts`,
    find: '    await connection.executeQuery(CompiledQuery.raw(`set local lock_timeout = ${lockTimeoutMs}`))\n',
    replace: '',
    tests: waiting,
    name: 'ZR779',
  },
  {
    removes: 'ZR780: The deletion of a contact waits for a change of many contacts.',
    file: `${phone}/contact-changes/delete-contact.ts`,
    find: "    if (!(await preventImports(changes, workspaceId))) throw new PhoneError('CONTACT_IMPORT_RUNNING')\n",
    replace: '',
    tests: deletion,
    name: 'ZR780',
  },
  {
    removes: 'ZR781: One workspace occupies most connections.',
    file: 'packages/server/src/http/limits/http-limits.ts',
    find: 'maxRunningPerGroup: 10,',
    replace: 'maxRunningPerGroup: 16,',
    tests: deletion,
    name: 'ZR781',
  },
  {
    removes: 'ZR782: A call is dialled for a user who was removed while it waited.',
    file: `${phone}/calls/start-call.ts`,
    find: '  await requireAccessStill(services, user, session)\n',
    replace: '',
    tests: calls,
    name: 'ZR782',
  },
  {
    removes: 'ZR783: The response to an event waits for locked rows.',
    file: `${phone}/account-events/run-deletions.ts`,
    find: 'const maxEventWaitMs = 1_000',
    replace: 'const maxEventWaitMs = 10_000',
    tests: events,
    name: 'ZR783',
  },
  {
    removes: 'ZR783: A deletion that has failed is not repeated.',
    file: `${phone}/account-events/start-deletions.ts`,
    find: '  stack.use(startRepeatingDeletions(services))\n',
    replace: '  void startRepeatingDeletions\n',
    tests: events,
    name: 'ZR783',
  },
  {
    removes: 'ZR784: The heartbeat of a node waits for the requests of users.',
    file: `${phone}/index.ts`,
    find: 'createNodeLease({ database: reserved,',
    replace: 'createNodeLease({ database,',
    tests: calls,
    name: 'ZR784',
  },
]
