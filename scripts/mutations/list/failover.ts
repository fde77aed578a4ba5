import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const lostCalls = `${phone}/call-sessions/end-lost-calls.test.ts`
const lostDialogs = `${phone}/call-sessions/end-lost-dialogs.test.ts`
const lostLock = `${phone}/nodes/lost-lock.test.ts`

const lostCallMutations: readonly Mutation[] = [
  {
    removes: 'The calls of a crashed node stay active.',
    file: `${phone}/call-sessions/end-lost-calls.ts`,
    find: '    await endCallsOfNode(deps, node, epoch)\n',
    replace: '',
    tests: [lostCalls],
    name: 'NR1: a node that runs',
  },
  {
    removes: 'The call slots of a crashed node stay reserved.',
    file: `${phone}/call-sessions/end-calls-of-node.ts`,
    find: '    await releaseSlots(transaction, call.workspaceId, call.slotIds)\n',
    replace: '',
    tests: [lostCalls],
    name: 'NR1',
  },
  {
    removes: 'The calls of a node that is alive are ended by another one.',
    file: `${phone}/nodes/nodes.ts`,
    find: '(heartbeat_at < now() - make_interval(secs => ${nodeSilenceSeconds}))',
    replace: '(heartbeat_at is not null or ${nodeSilenceSeconds} < 0)',
    tests: [lostCalls],
    name: 'less than 15 s',
  },
  {
    removes: 'Two nodes that check concurrently both end a call.',
    file: `${phone}/call-log/records/calls.ts`,
    find: "    .where('phase', '!=', 'ended')\n    .forUpdate()\n    .skipLocked()\n",
    replace: '',
    tests: [lostCalls],
    name: 'concurrently',
  },
  {
    removes: 'A call whose end could not be saved stays active.',
    file: `${phone}/call-sessions/end-lost-calls.ts`,
    find: '    await endCallsWithoutSession(deps)\n',
    replace: '',
    tests: [lostCalls],
    name: 'could not be saved',
  },
  {
    removes: 'A call that another node has ended continues without a record.',
    file: `${phone}/call-sessions/end-lost-calls.ts`,
    find: '    session\n      .stop()\n',
    replace: '    Promise.resolve()\n',
    tests: [lostCalls],
    name: 'NR2',
  },
  {
    removes: 'After a crash, the far end of a call receives no BYE.',
    file: `${phone}/call-sessions/end-calls-of-node.ts`,
    find: '    await claimDialogsOfCall(transaction, id, nodeId)\n',
    replace: '',
    tests: [lostDialogs],
    name: 'killed',
  },
  {
    removes: 'A BYE that a far end has not confirmed is not sent again.',
    file: `${phone}/call-sessions/end-lost-dialogs.ts`,
    find: "    if ((await sendBye(deps, lost)) === 'confirmed') break\n",
    replace: '    if (await sendBye(deps, lost)) break\n',
    tests: [lostDialogs],
    name: 'sent again',
  },
  {
    removes: 'The dialog of an answered call is not stored.',
    file: `${phone}/call-sessions/conference-events.ts`,
    find: '      return await storeDialog(parts, event)\n',
    replace: '      return\n',
    tests: [lostDialogs],
    name: 'CR18',
  },
  {
    removes: 'A BYE from a stored dialog goes to any address.',
    file: 'packages/sip/src/user-agent/end-dialog.ts',
    find: 'isEndpointAllowed: options.isEndpointAllowed ?? core.isEndpointAllowed',
    replace: 'isEndpointAllowed: () => true',
    tests: ['packages/sip/src/interop/end-dialog.test.ts'],
    name: 'not allowed',
  },
  {
    removes: 'BYE is sent after a crash to addresses that the trunk must not use.',
    file: 'packages/call-engine/src/embedded/trunks/telephony.ts',
    find: '    const isAllowed = (address: string) => this.isAddressAllowed(address, trunkId)\n',
    replace: '    const isAllowed = () => true\n',
    tests: ['packages/call-engine/src/embedded/trunks/lost-call.test.ts'],
    name: 'CR18',
  },
  {
    removes: 'A BYE from a stored dialog does not answer a challenge.',
    file: 'packages/sip/src/user-agent/end-dialog.ts',
    find: 'digest: credentials ? new DigestClient(credentials) : null',
    replace: 'digest: null',
    tests: ['packages/sip/src/interop/end-dialog.test.ts'],
    name: 'SIGKILL',
  },
  {
    removes: 'A BYE from a stored dialog ignores its routes.',
    file: 'packages/sip/src/dialog/stored-dialog.ts',
    find: "  for (const value of routes) headers.append('Route', value)\n",
    replace: '  if (routes.length > 99) return createDialogRequest(dialog, method, sequence)\n',
    tests: ['packages/sip/src/interop/end-dialog.test.ts'],
    name: 'SIGKILL',
  },
]

const lockMutations: readonly Mutation[] = [
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
    find: '  requireCallsAllowed(services)\n',
    replace: '',
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
    removes: 'A node without the lock accepts incoming calls.',
    file: `${phone}/call-sessions/incoming-call.ts`,
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
    find: 'if (this.#registration || !this.#isRegistrationOn) return',
    replace: 'if (this.#registration) return',
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
    find: "openPool(pooled, { max: 20, statements: 'unnamed' })",
    replace: "openPool(pooled, { max: 20, statements: 'prepared' })",
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
    file: 'apps/phone/src/api/reconnect-delay.ts',
    find: 'return Math.random() * Math.min',
    replace: 'return Math.min',
    tests: ['apps/phone/src/api/live-socket.test.ts'],
    name: 'NR9',
  },
  {
    removes: 'The pages of a service that stops reconnect within a second.',
    file: 'apps/phone/src/api/live-socket.ts',
    find: "code === closeCodes.stopping ? 'stop' : 'loss'",
    replace: "'loss'",
    tests: ['apps/phone/src/api/live-socket.test.ts'],
    name: 'NR9',
  },
  {
    removes: 'An event for one user is compared with the tabs of its whole workspace.',
    file: `${phone}/live/hub.ts`,
    find: 'for (const handset of tabs.listOfMember(workspaceId, userId)) handset.send(message)',
    replace:
      'for (const handset of tabs.listOfWorkspace(workspaceId)) if (handset.userId === userId) handset.send(message)',
    tests: [`${phone}/live/hub.test.ts`],
    name: 'NR5',
  },
  {
    removes: 'A tab that has disconnected stays in the index.',
    file: `${phone}/live/tab-index.ts`,
    find: '    if (users) remove(users, tab.userId, tab)\n',
    replace: '',
    tests: [`${phone}/live/hub.test.ts`],
    name: 'disconnected',
  },
]

const severalNodes = `${phone}/nodes/several-nodes.test.ts`
const trunkLeases = `${phone}/trunks/trunk-leases.test.ts`

const severalNodesMutations: readonly Mutation[] = [
  {
    removes: 'Two nodes without a bus share a database.',
    file: `${phone}/index.ts`,
    find: "options.bus ? { nodeId } : 'single'",
    replace: '{ nodeId }',
    tests: [severalNodes],
    name: 'without a bus',
  },
  {
    removes: 'A node stores calls after another one has ended its epoch.',
    file: `${phone}/nodes/nodes.ts`,
    find: "    .where('epoch', '=', epoch)\n    .forShare()\n",
    replace: '    .forShare()\n',
    tests: [severalNodes],
    name: 'epoch',
  },
  {
    removes: 'A node changes a call of an epoch that has ended.',
    file: `${phone}/call-log/records/calls.ts`,
    find: "    .where('epoch', '=', call.epoch)\n",
    replace: '',
    tests: [severalNodes],
    name: 'epoch',
  },
  {
    removes: 'An event of the account service reaches one node only.',
    file: `${phone}/account-events/serve-account-events.ts`,
    find: '    if (nodeId === services.nodeId) return\n',
    replace: '    if (nodeId !== "") return\n',
    tests: [severalNodes],
    name: 'CM1',
  },
  {
    removes: 'Two nodes register the same trunk.',
    file: `${phone}/trunks/trunk-config.ts`,
    find: "deps.trunkLeases.holds(id) ? trunk.registration : 'none'",
    replace: 'trunk.registration',
    tests: [trunkLeases],
    name: 'takes it over',
  },
  {
    removes: 'The lease of a node that is alive is taken.',
    file: `${phone}/trunks/records/trunk-leases.ts`,
    find: '.where(sql<boolean>`not ${isAlive(database)}`)',
    replace: '.where(sql<boolean>`true`)',
    tests: [trunkLeases],
    name: 'silent',
  },
  {
    removes: 'A message in Redis can be sent again to another topic.',
    file: `${phone}/bus/redis-bus.ts`,
    find: 'return `bus ${topic}`',
    replace: "return topic === '' ? topic : 'bus'",
    tests: [`${phone}/bus/redis-bus.test.ts`],
    name: 'ZR83',
  },
  {
    removes: 'After an interruption, a node does not learn the tabs of the others.',
    file: `${phone}/live/share-tabs.ts`,
    find: '  bus.addReconnectListener(() => void exchange())\n',
    replace: '',
    tests: [`${phone}/live/share-tabs.test.ts`],
    name: 'made up for',
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
