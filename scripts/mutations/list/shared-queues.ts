import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const events = `${phone}/call-sessions/engine-events.test.ts`
const engine = 'packages/call-engine/src/embedded'

/** Protections of what calls share against one caller, user or workspace. */
export const sharedQueueMutations: readonly Mutation[] = [
  {
    removes: 'YR20: The calls of all trunks wait until a call is stored.',
    file: `${phone}/call-sessions/engine-events.ts`,
    find: 'queues.run(getQueueKey(services, event),',
    replace: "queues.run('',",
    tests: [events],
    name: 'cannot be stored',
  },
  {
    removes: 'YR20: The calls of a trunk wait until another one has rung for all users.',
    file: `${phone}/call-sessions/incoming-call.ts`,
    find: '  session.ring().catch(',
    replace: '  await session.ring().catch(',
    tests: [events],
    name: 'the ringing of one call',
  },
  {
    removes: 'YR20: Any number of calls of one trunk wait to be stored.',
    file: `${phone}/call-sessions/parts/event-queues.ts`,
    find: '      if (entry.waiting >= maxWaiting) return null\n',
    replace: '',
    tests: [events],
    name: 'at most 100',
  },
  {
    removes: 'YR21: A user without access stays in their calls while one of them cannot be ended.',
    file: `${phone}/account-events/check-access.ts`,
    find: '    session.removeUser(user).catch(',
    replace: '    await session.removeUser(user).catch(',
    tests: [events],
    name: 'YR21',
  },
  {
    removes: 'YR21: The calls that another node has ended are stopped one after the other.',
    file: `${phone}/call-sessions/end-lost-calls.ts`,
    find: '    session\n      .stop()\n',
    replace: '    await session\n      .stop()\n',
    tests: [`${phone}/call-sessions/end-lost-calls.test.ts`],
    name: 'cannot be stopped soon',
  },
  {
    removes: 'YR22: At a start, the trunks are used one after the other.',
    file: `${phone}/trunks/apply-trunks.ts`,
    find: '  await Promise.all(\n    configs.map((config) =>\n      services.engine.useTrunk(config).catch(',
    replace:
      '  let last: Promise<void> = Promise.resolve()\n  await Promise.all(\n    configs.map((config) =>\n      (last = last.then(() => services.engine.useTrunk(config))).catch(',
    tests: [`${phone}/trunks/denied-trunks.test.ts`],
    name: 'YR22',
  },
  {
    removes: 'YR23: A user who sends digits by INFO waits for the responses of the peer.',
    file: `${engine}/phone/phone-leg.ts`,
    find: '      this.#digitQueue\n        .run(() => this.#sendByInfo(accepted))',
    replace: '      await this.#digitQueue\n        .run(() => this.#sendByInfo(accepted))',
    tests: [`${engine}/phone/phone-leg-errors.test.ts`],
    name: 'YR23',
  },
  {
    removes: 'YR8: A key that has used up a limit is rejected until the end of the window.',
    file: 'packages/server/src/rate-limit/rate-limits.ts',
    find: "limit.kind === 'refilling' ? buildRefill",
    replace: 'limit.kind === null ? buildRefill',
    tests: ['packages/server/src/rate-limit/rate-limits.test.ts'],
    name: 'YR8',
  },
  {
    removes: 'YR8: The limits of incoming calls do not refill.',
    file: `${phone}/call-sessions/parts/limit-incoming-calls.ts`,
    find: "kind: 'refilling'",
    replace: "kind: 'fixed'",
    tests: [`${phone}/call-sessions/parts/limit-incoming-calls.test.ts`],
    name: 'within seconds',
  },
  {
    removes: 'YR8: A flood through one trunk uses up the limit of its workspace.',
    file: `${phone}/call-sessions/parts/limit-incoming-calls.ts`,
    find: '        { limit: perTrunk, key: `${workspaceId} ${trunkId}` },\n',
    replace: '',
    tests: [`${phone}/call-sessions/parts/limit-incoming-calls.test.ts`],
    name: 'some of the limit',
  },
  {
    removes: 'YR24: Digits of the far end displace the marks of a recording.',
    file: `${phone}/call-state/next-call-state.ts`,
    find: "mark.type === 'digit' &&",
    replace: "mark.type === 'hold' &&",
    tests: [`${phone}/call-state/call-state.test.ts`],
    name: 'YR24',
  },
  {
    removes: 'YR20: The calls of one workspace through the simulated network delay those of others.',
    file: `${phone}/call-sessions/engine-events.ts`,
    find: '  if (trunkId !== simulatedPstnTrunkId) return trunkId\n',
    replace: '  if (trunkId !== null) return trunkId\n',
    tests: [events],
    name: 'simulated network',
  },
  {
    removes: 'A call that is being stored while the service stops stays open.',
    file: `${phone}/call-sessions/engine-events.ts`,
    find: '      await incomingCalls.close()\n',
    replace: '',
    tests: [events],
    name: 'while the service stops',
  },
  {
    removes: 'YR23: Any number of digits waits while a peer does not respond.',
    file: `${engine}/phone/phone-leg.ts`,
    find: 'const maxWaitingDigits = 128',
    replace: 'const maxWaitingDigits = 1e9',
    tests: [`${engine}/phone/phone-leg-errors.test.ts`],
    name: '128',
  },
]
