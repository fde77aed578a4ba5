import type { Mutation } from '../mutation.ts'

const http = 'packages/server/src/http'
const largeBodies = `${http}/body/large-bodies.ts`
const readBody = `${http}/body/read-body.ts`
const largeBodiesTest = `${http}/body/large-bodies.test.ts`

const liveTest = 'apps/phone-service/src/live/live.test.ts'
const userSettingsTest = 'apps/phone-service/src/user-settings/user-settings.test.ts'
const announcements = 'apps/phone-service/src/announcements'
const uploadSpaceTest = `${announcements}/upload-space.test.ts`

export const uploadLimitMutations: readonly Mutation[] = [
  {
    removes: 'ZR320: A client sends any number of large bodies at the same time.',
    file: largeBodies,
    find: 'const maxBodiesPerClient = 2\n',
    replace: 'const maxBodiesPerClient = 100\n',
    tests: [largeBodiesTest],
    name: 'ZR320',
  },
  {
    removes: 'ZR320: The large bodies of all clients fill the memory.',
    file: largeBodies,
    find: '          if (reservedBytes + bytes > limits.maxLargeBodyBytes) throw tooManyBodies()\n',
    replace: '          void tooManyBodies\n',
    tests: [largeBodiesTest],
    name: 'ZR320',
  },
  {
    removes: 'ZR320: The memory of a large body is never released.',
    file: largeBodies,
    find: '          reservedBytes -= ownBytes\n',
    replace: '          void ownBytes\n',
    tests: [largeBodiesTest],
    name: 'ZR320',
  },
  {
    removes: 'ZR320: A large body without a length reserves no memory.',
    file: readBody,
    find: '      if (receivedBytes > declaredBytes) large?.reserve(chunk.length)\n',
    replace: '',
    tests: [largeBodiesTest],
    name: 'ZR320',
  },
  {
    removes: 'ZR320: A large body that stops arriving keeps its memory until the request times out.',
    file: largeBodies,
    find: 'reject(bodyTooSlow())',
    replace: 'void [reject, bodyTooSlow]',
    tests: [largeBodiesTest],
    name: 'ZR320',
  },
  {
    removes: 'ZR320: The users of one network wait for the large bodies of each other in the phone service.',
    file: 'apps/phone-service/src/request-context/phone-api.ts',
    find: '    getClientKey: (user) => user?.userId ?? null,\n',
    replace: '',
    tests: ['apps/phone-service/src/request-context/rate-limit.test.ts'],
    name: 'ZR320',
  },
  {
    removes:
      'ZR320: The users of one network wait for the large bodies of each other in the account service.',
    file: 'apps/account-service/src/platform/request-context/create-account-api.ts',
    find: '    getClientKey,\n',
    replace: '    getClientKey: () => null && getClientKey,\n',
    tests: ['apps/account-service/src/platform/request-context/concurrent-requests.test.ts'],
    name: 'ZR320',
  },
  {
    removes: 'ZR320: The rate of requests with large bodies is limited after their bodies have been read.',
    file: `${http}/serve-contract.ts`,
    find: '        if (!schemas.body || !mayBeLarge(request, schemas)) return await respond()\n        await api.limitRate?.(auth, endpoint, info)\n',
    replace: '        if (!schemas.body || !mayBeLarge(request, schemas)) return await respond()\n',
    tests: [`${http}/serve-contract.test.ts`],
    name: 'ZR320',
  },
  {
    removes: 'ZR321: The announcements of a workspace fill the disk.',
    file: `${announcements}/records/announcements.ts`,
    find: "  if (Number(bytes) + audio.length > maxBytes) return 'too-large'\n",
    replace: '  void maxBytes\n',
    tests: [uploadSpaceTest],
    name: 'ZR321',
  },
  {
    removes: 'ZR321: Uploads of a user at the same time exceed the quota.',
    file: `${announcements}/upload-space.ts`,
    find: '  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)\n',
    replace: '  void [lockName, sql]\n',
    tests: [uploadSpaceTest],
    name: 'ZR321',
  },
  {
    removes: 'ZR321: The announcements of a user do not count when the user saves a greeting.',
    file: `${announcements}/greetings.ts`,
    find: "    await requireUserQuota(services, changes, userId, { kind: 'greeting', bytes: wav.length })\n",
    replace: '    void requireUserQuota\n',
    tests: [uploadSpaceTest],
    name: 'ZR321',
  },
  {
    removes: 'ZR321: The greeting of a user does not count when the user uploads an announcement.',
    file: `${announcements}/upload-space.ts`,
    find: "kind === 'greeting' ? 0 : await findGreetingBytes(transaction, userId)",
    replace: "kind === 'greeting' || findGreetingBytes ? 0 : 0",
    tests: [uploadSpaceTest],
    name: 'ZR321',
  },
  {
    removes: 'ZR321: Announcements fill the disk of the database.',
    file: `${announcements}/upload-space.ts`,
    find: "    throw new PhoneError('ANNOUNCEMENT_DISK_FULL')\n",
    replace: '    void 0\n',
    tests: [uploadSpaceTest],
    name: 'ZR321',
  },
  {
    removes: 'ZR321: The disk of the embedded database is not known.',
    file: 'packages/server/src/database/open.ts',
    find: '    directory: cluster.directory,\n',
    replace: '',
    tests: ['packages/server/src/database/embedded/cluster.test.ts'],
    name: 'ZR321',
  },
  {
    removes: 'ZR322: The service reads on from a live socket that it has closed.',
    file: 'apps/phone-service/src/live/close-socket.ts',
    find: '  socket.pause()\n',
    replace: '',
    tests: [liveTest],
    name: 'ZR322',
  },
  {
    removes: 'ZR322: A client without a checked token sends messages of any size.',
    file: 'apps/phone-service/src/live/live-connection.ts',
    find: '    if (!this.#handset) this.#bytesBeforeReady += data.length\n',
    replace: '',
    tests: [liveTest],
    name: 'ZR322',
  },
  {
    removes: 'ZR323: A user forwards calls without a trace.',
    file: 'apps/phone-service/src/user-settings/update-user-settings.ts',
    find: '    if (body.forwarding !== undefined)\n',
    replace: '    if (body.forwarding !== undefined && !body)\n',
    tests: [userSettingsTest],
    name: 'ZR323',
  },
  {
    removes: 'ZR323: A user replaces the greeting without a trace.',
    file: `${announcements}/greetings.ts`,
    find: "    await changes.audit('greeting.saved', { type: 'user', id: userId }, { durationMs })\n",
    replace: '',
    tests: [userSettingsTest],
    name: 'ZR323',
  },
  {
    removes: 'ZR323: A user deletes the greeting without a trace.',
    file: `${announcements}/greetings.ts`,
    find: "    await changes.audit('greeting.deleted', { type: 'user', id: userId })\n",
    replace: '',
    tests: [userSettingsTest],
    name: 'ZR323',
  },
  {
    removes: 'ZR324: Names of queues change the direction of text.',
    file: 'apps/phone-service/src/routing/change-routing.ts',
    find: '  const queues = configuration.queues.map(withVisibleName)\n',
    replace: '  const { queues } = configuration\n',
    tests: ['apps/phone-service/src/routing/routing.test.ts'],
    name: 'ZR324',
  },
]
