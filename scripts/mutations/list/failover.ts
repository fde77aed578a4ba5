import type { Mutation } from '../mutation.ts'
import { lostCallMutations } from './lost-calls.ts'
import { severalNodesMutations } from './several-nodes.ts'

const phone = 'apps/phone-service/src'
const lostCalls = `${phone}/call-sessions/end-lost-calls.test.ts`
const lostLease = `${phone}/nodes/lost-lease.test.ts`
const lostLock = `${phone}/nodes/lost-lock.test.ts`

const lockMutations: readonly Mutation[] = [
  {
    removes: 'A node places calls for 11 s without a confirmed heartbeat.',
    file: `${phone}/nodes/node-lease.ts`,
    find: 'const maxUnconfirmedMs = 8_000',
    replace: 'const maxUnconfirmedMs = 11_000',
    tests: [`${phone}/nodes/lost-lease.test.ts`],
    name: 'after 10 s',
  },
  {
    removes: 'A node without the lock places calls.',
    file: `${phone}/calls/start-call.ts`,
    find: '  requireNewCallsAllowed(services)\n',
    replace: '',
    tests: [lostLock],
  },
  {
    removes: 'A node without the lock answers calls.',
    file: `${phone}/calls/answer-call.ts`,
    find: 'Promise<ResponseOf<AnswerCall>> {\n  requireCallsAllowed(services)\n',
    replace: 'Promise<ResponseOf<AnswerCall>> {\n',
    tests: [lostLock],
  },
  {
    removes: 'A node without the lock dials participants.',
    file: `${phone}/calls/participants.ts`,
    find: '  requireCallsAllowed(services)\n',
    replace: '',
    tests: [lostLock],
  },
  {
    removes: 'ZR507: a node that has lost its lease while it stored a leg dials it.',
    file: `${phone}/call-sessions/parts/call-dialling.ts`,
    find: '    requireCallsAllowed(this.#deps)\n',
    replace: '',
    tests: [lostLease],
  },
  {
    removes: 'ZR507: a node dials a leg of a call that another node has ended.',
    file: `${phone}/call-sessions/parts/call-dialling.ts`,
    find: 'this.#deps.nodeLease.epoch !== this.#record.stored.epoch',
    replace: 'false',
    tests: [lostLease],
  },
  {
    removes: 'A node without the lock accepts incoming calls.',
    file: `${phone}/call-sessions/incoming/ring-incoming.ts`,
    find: '  if (!areNewCallsAllowed(deps))',
    replace: '  if (incomingId === "")',
    tests: [lostLock],
  },
  {
    removes: 'A node without the lock keeps the registrations of its trunks.',
    file: `${phone}/trunks/sync-trunks.ts`,
    find: '} else await engine.suspendTrunks()\n',
    replace: '}\n',
    tests: [lostLock],
  },
  {
    removes: 'The health endpoint conceals a lost lock.',
    file: `${phone}/app.ts`,
    find: '() => findCallLimitation(services)',
    replace: '() => null',
    tests: [lostLock],
  },
  {
    removes: 'A suspended trunk is registered.',
    file: 'packages/call-engine/src/embedded/trunks/active-trunk.ts',
    find: ' || !this.#isRegistrationOn) return',
    replace: ') return',
    tests: ['packages/call-engine/src/embedded/trunks/suspended-trunks.test.ts'],
  },
  {
    removes: 'A call that is rejected during a suspension gets no Retry-After.',
    file: 'packages/call-engine/src/embedded/trunks/incoming-calls.ts',
    find: "reason === 'suspended' ? { retryAfterSeconds } : {}",
    replace: '{}',
    tests: ['packages/call-engine/src/embedded/trunks/suspended-trunks.test.ts'],
  },
  {
    removes: 'An action on a call of another node is answered as if it had ended.',
    file: `${phone}/call-log/require-ended-call.ts`,
    find: "state.phase !== 'ended'",
    replace: 'state.legs.length < 0',
    tests: [`${phone}/contract-tests/other-node.test.ts`],
  },
]

const poolerMutations: readonly Mutation[] = [
  {
    removes: 'Statements are named behind a connection pooler.',
    file: 'packages/server/src/database/open.ts',
    find: "openPool(pooled, { max: maxConnections, statements: 'unnamed' })",
    replace: "openPool(pooled, { max: maxConnections, statements: 'prepared' })",
    tests: ['apps/account-service/src/connection-pooler.test.ts'],
    name: 'parallel',
  },
  {
    removes: 'Jobs listen through a connection pooler.',
    file: 'packages/server/src/database/open.ts',
    find: '    connection: direct,\n',
    replace: '    connection: pooled,\n',
    tests: ['apps/account-service/src/connection-pooler.test.ts'],
    name: 'LISTEN',
  },
  {
    removes: 'The lock of the phone service is held through a connection pooler.',
    file: `${phone}/nodes/instance-lock.ts`,
    find: '  { sessionPool }: Pick<DatabaseServer, ',
    replace: '  { pool: sessionPool }: Pick<DatabaseServer, "pool" | ',
    tests: [`${phone}/nodes/lock-behind-pooler.test.ts`],
  },
]

const drain = `${phone}/draining/drain-node.test.ts`

const drainMutations: readonly Mutation[] = [
  {
    removes: 'A node that drains places new calls.',
    file: `${phone}/nodes/new-calls.ts`,
    find: "  if (draining.hasStarted) throw new PhoneError('SERVER_STOPPING')\n",
    replace: '',
    tests: [drain],
    name: 'NR4',
  },
  {
    removes: 'A call of a node that drains cannot be changed.',
    file: `${phone}/nodes/require-calls-allowed.ts`,
    find: '!isHeld && !isReleased',
    replace: '!isHeld',
    tests: [drain],
    name: 'NR4',
  },
  {
    removes: 'A node that drains keeps the registrations of its trunks.',
    file: `${phone}/trunks/reconcile-trunks.ts`,
    find: 'await Promise.race([unregistered, sleep(unregisterTimeoutMs)])',
    replace: 'await Promise.race([sleep(unregisterTimeoutMs)])',
    tests: [drain],
    name: 'NR4',
  },
  {
    removes: 'A node that drains ends its running calls.',
    file: `${phone}/draining/drain-node.ts`,
    find: 'while (addRunning().size > 0 && !signal.aborted)',
    replace: 'while (addRunning().size > 99 && !signal.aborted)',
    tests: [`${phone}/draining/rolling-restart.test.ts`],
  },
  {
    removes: 'No other node can start while one drains.',
    file: `${phone}/draining/drain-node.ts`,
    find: '  await nodeLease.release()\n',
    replace: '',
    tests: [drain],
    name: 'another one starts',
  },
  {
    removes: 'A tab without a call connects to a node that drains.',
    file: `${phone}/live/live-connection.ts`,
    find: '    if (!this.#deps.live.accepts(user)) return this.#close(live.liveCloseCodes.stopping)\n',
    replace: '',
    tests: [drain],
    name: 'tabs of users',
  },
  {
    removes: 'A stop signal ends running calls although they may continue.',
    file: 'apps/parley/src/commands/serve.ts',
    find: 'if (seconds > 0 && app.drain) {',
    replace: 'if (seconds < 0 && app.drain) {',
    tests: ['apps/parley/src/integration/drain.test.ts'],
    name: 'NR4',
  },
  {
    removes: 'A second stop signal does not end the calls.',
    file: 'apps/parley/src/start/stop-signal.ts',
    find: 'return interruptible.abort()',
    replace: 'return',
    tests: ['apps/parley/src/integration/drain.test.ts'],
    name: 'second signal',
  },
]

const liveMutations: readonly Mutation[] = [
  {
    removes: 'Pages reconnect at the same time.',
    file: 'apps/phone/src/api/live/reconnect-delay.ts',
    find: 'return Math.random() * Math.min',
    replace: 'return Math.min',
    tests: ['apps/phone/src/api/live/live-socket.test.ts'],
    name: 'NR9',
  },
  {
    removes: 'The pages of a service that stops reconnect within a second.',
    file: 'apps/phone/src/api/live/live-socket.ts',
    find: "code === closeCodes.stopping ? 'stop' : 'loss'",
    replace: "'loss'",
    tests: ['apps/phone/src/api/live/live-socket.test.ts'],
    name: 'NR9',
  },
  {
    removes: 'An event for one user is compared with the tabs of its whole workspace.',
    file: `${phone}/live/hub.ts`,
    find: 'for (const handset of tabs.listOfUserIn(workspaceId, userId)) handset.send(message, workspaceId)',
    replace:
      'for (const handset of tabs.listOfWorkspace(workspaceId)) if (handset.userId === userId) handset.send(message, workspaceId)',
    tests: [`${phone}/live/hub.test.ts`],
    name: 'NR5',
  },
  {
    removes: 'A tab that has disconnected stays in the index.',
    file: `${phone}/live/tab-index.ts`,
    find: '  if (users) remove(users, tab.userId, tab)\n',
    replace: '',
    tests: [`${phone}/live/hub.test.ts`],
    name: 'disconnected',
  },
  {
    removes: 'A call rings only in tabs that show its workspace.',
    file: `${phone}/live/hub.ts`,
    find: 'selectRingingTabs(tabs.listOfMember(workspaceId, userId))',
    replace: 'selectRingingTabs(tabs.listOfUserIn(workspaceId, userId))',
    tests: [`${phone}/live/hub.test.ts`],
    name: 'whichever of their workspaces',
  },
  {
    removes: 'A change of the user in another tab replaces the phone during a call.',
    file: 'apps/phone/src/current-call/manager/after-calls.ts',
    find: 'if (!isInCall()) return action()',
    replace: 'return action()',
    tests: ['apps/phone/src/current-call/manager/after-calls.test.ts'],
    name: 'a refetch of the user waits',
  },
]

export const failoverMutations: readonly Mutation[] = [
  ...severalNodesMutations,
  ...lostCallMutations,
  ...lockMutations,
  ...poolerMutations,
  ...liveMutations,
  ...drainMutations,
  {
    removes: 'A connection that hangs while the lock is requested blocks the phone service.',
    file: `${phone}/nodes/instance-lock.ts`,
    find: 'await Promise.race([requestLock(connection, mode), timeout])',
    replace: 'await Promise.race([requestLock(connection, mode)])',
    tests: [`${phone}/nodes/hanging-connection.test.ts`],
    name: 'is given up',
  },
  {
    removes: 'A call that another node has ended, and that cannot be stopped, is not logged.',
    file: `${phone}/call-sessions/end-lost-calls.ts`,
    find: ".catch((error) => log.error('call.stop_failed', { callId: id, error }))",
    replace: '.catch(() => undefined)',
    tests: [lostCalls],
    name: 'cannot be stopped',
  },
]
