import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const queue = 'packages/server/src/fair-queue'
const queueTest = `${queue}/fair-queue.test.ts`
const streams = `${phone}/response-streams/response-streams`
const turns = `${phone}/leased-work/work-turns`

/** Protections of the places of a node against the accounts that would occupy them all. */
export const sharedPlaceMutations: readonly Mutation[] = [
  {
    removes: 'ZR860: A user occupies all places of a queue.',
    file: `${queue}/share.ts`,
    find: 'return (own + 1) * taken < max',
    replace: 'return own < max',
    tests: [queueTest],
    name: 'ZR860',
  },
  {
    removes: 'ZR860: A task that may not start stops those of others.',
    file: `${queue}/waiting-tasks.ts`,
    find: '    if (next) return next\n',
    replace: '    return next\n',
    tests: [queueTest],
    name: 'ZR860',
  },
  {
    removes: 'ZR860: A task waits for any time.',
    file: `${queue}/fair-queue.ts`,
    find: 'maxWaitMs === undefined ? undefined : ',
    replace: 'maxWaitMs !== undefined ? undefined : ',
    tests: [queueTest],
    name: 'ZR860: a task',
  },
  {
    removes: 'ZR861: The last uses of a node are for those with many.',
    file: `${phone}/request-context/user-concurrency-limit.ts`,
    find: "(key === 'node' ? max : Math.min(max, free))",
    replace: 'max',
    tests: [`${phone}/request-context/user-concurrency-limit.test.ts`],
    name: 'ZR861',
  },
  {
    removes: 'ZR861: The accounts of a network are not counted together.',
    file: `${phone}/request-context/user-concurrency-limit.ts`,
    find: 'toNetworkKeys(ip)[0]',
    replace: 'userId',
    tests: [`${phone}/request-context/user-concurrency-limit.test.ts`],
    name: 'ZR861',
  },
  {
    removes: 'ZR862: A few users occupy all searches.',
    file: `${phone}/request-context/run-search.ts`,
    find: 'isWithinShare({ own, taken: all, max: maxSearches })',
    replace: 'own <= all',
    tests: [`${phone}/request-context/run-search.test.ts`],
    name: 'ZR862',
  },
  {
    removes: 'ZR863: A few owners of slow providers occupy a node.',
    file: `${turns}.ts`,
    find: ' && isWithinShare({ own, taken: this.#allRunning, max: perNode })',
    replace: ' && this.#allRunning < perNode',
    tests: [`${turns}.test.ts`],
    name: 'ZR863',
  },
  {
    removes: 'ZR864: An owner of a slow provider occupies as much as others.',
    file: `${turns}.ts`,
    find: '    this.#slow.add(owner)\n',
    replace: '',
    tests: [`${turns}.test.ts`],
    name: 'ZR864',
  },
  {
    removes: 'ZR864: The owners of slow providers occupy a node.',
    file: `${turns}.ts`,
    find: 'const maxPartOfSlow = 2 / 3\n',
    replace: 'const maxPartOfSlow = 1\n',
    tests: [`${turns}.test.ts`],
    name: 'ZR864',
  },
  {
    removes: 'ZR865: Responses that are not read prevent those of others.',
    file: `${streams}.ts`,
    find: '    found?.destroy()\n    return found !== undefined\n',
    replace: '    return false && found !== undefined\n',
    tests: [`${streams}.test.ts`],
    name: 'ZR865: a response of the owner',
  },
  {
    removes:
      'ZR865: The response of a user with one ends for another one, instead of one of a user with many.',
    file: `${streams}.ts`,
    find: 'count(b.user) - count(a.user) || ',
    replace: '',
    tests: [`${streams}.test.ts`],
    name: 'ZR865: a response of the owner',
  },
  {
    removes: 'ZR865: A response that is being read ends for another one.',
    file: `${streams}.ts`,
    find: '  return progress.acceptedAt\n',
    replace: '  return -progress.acceptedAt\n',
    tests: [`${streams}.test.ts`],
    name: 'ZR865: the only response',
  },
  {
    removes: 'ZR866: The clients of one network occupy a node.',
    file: `${phone}/recordings/playback/send-audio.ts`,
    find: 'startResponse({ userId: toLimitKey(listener), workspaceId, ip: info.ip })',
    replace: 'startResponse({ userId: toLimitKey(listener), workspaceId })',
    tests: [`${phone}/recordings/playback/audio-use.test.ts`],
    name: 'ZR866',
  },
  {
    removes: 'ZR867: A user has all changes of many contacts.',
    file: `${phone}/contacts/run-long-change.ts`,
    find: 'own === 0 && ',
    replace: '',
    tests: [`${phone}/contacts/run-long-change.test.ts`],
    name: 'ZR867',
  },
  {
    removes: 'ZR867: Large changes prevent those of few contacts.',
    file: `${phone}/contacts/run-long-change.ts`,
    find: 'const maxLargeChanges = 2\n',
    replace: 'const maxLargeChanges = 3\n',
    tests: [`${phone}/contacts/run-long-change.test.ts`],
    name: 'ZR811: the changes',
  },
  {
    removes: 'ZR868: Two users occupy all uploads.',
    file: `${phone}/contact-imports/limit-planning.ts`,
    find: 'isWithinShare({ own, taken: all, max: concurrency })',
    replace: 'own <= all',
    tests: [`${phone}/contact-imports/limit-planning.test.ts`],
    name: 'ZR868',
  },
]
