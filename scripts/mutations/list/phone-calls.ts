import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const announcementTest = `${phone}/recordings/announcement.test.ts`
const recorder = `${phone}/call-sessions/parts/call-recorder.ts`

export const phoneCallMutations: readonly Mutation[] = [
  {
    removes: 'An administrator of any workspace has administrator rights in this one.',
    file: `${phone}/request-context/authenticate.ts`,
    find: 'person.administers.has(workspace.id)',
    replace: 'person.administers.size > 0',
    tests: [`${phone}/contract-tests/tenancy.test.ts`],
    name: 'administrator of another workspace',
  },
  {
    removes: 'A call is recorded while the announcement is being played.',
    file: recorder,
    find: 'Promise.resolve(this.#conference.current?.playAnnouncement(legIds, announcement))',
    replace: 'Promise.resolve(void this.#conference.current?.playAnnouncement(legIds, announcement))',
    tests: [announcementTest],
    name: 'a call is recorded only after',
  },
  {
    removes: 'A call is recorded without an announcement.',
    file: recorder,
    find: 'Promise.resolve(this.#conference.current?.playAnnouncement(legIds, announcement))',
    replace: 'Promise.resolve(announcement)',
    tests: [announcementTest],
    name: 'a call is recorded only after',
  },
  {
    removes: 'The announcement is played to one participant alone.',
    file: recorder,
    find: 'playAnnouncement(legIds, announcement)',
    replace: 'playAnnouncement(legIds.slice(0, 1), announcement)',
    tests: [announcementTest],
    name: 'a call is recorded only after',
  },
  {
    removes: 'A late joiner is recorded without an announcement.',
    file: recorder,
    find: 'if (this.#isActive && !this.#announcedLegs.has(legId)) this.#announceThenRecord([legId])',
    replace: 'void this.#queue.run(() => this.#recordAnnounced([legId], this.#generation))',
    tests: [announcementTest],
    name: 'a late joiner',
  },
  {
    removes: 'Changes of a call overlap: two users answer it.',
    file: `${phone}/call-sessions/call-session.ts`,
    find: 'readonly #queue = createSerialQueue()',
    replace:
      'readonly #queue = { ...createSerialQueue(), run: async <T>(work: () => T | Promise<T>) => await work() }',
    tests: [`${phone}/calls/answer-call.test.ts`],
  },
  {
    removes: 'TN1: Calls show the names of users of other workspaces.',
    file: `${phone}/numbers/personal-numbers.ts`,
    find: "    .where('workspace_id', '=', workspaceId)\n    .where('number', 'in', [...new Set(numbers)])\n",
    replace:
      "    .where('workspace_id', workspaceId ? 'is not' : '=', null)\n    .where('number', 'in', [...new Set(numbers)])\n",
    tests: [`${phone}/call-log/member-names.test.ts`],
    name: 'shows no name',
  },
  {
    removes: 'Tabs are notified of a contact before it has been committed.',
    file: `${phone}/contacts/save-contact.ts`,
    find: '  const contact = await database.transaction().execute(save)\n',
    replace: `  const contact = await database.transaction().execute(async (transaction) => {
    const saved = await save(transaction)
    live.sendToWorkspace(user.workspaceId, { type: 'contacts.changed' })
    return saved
  })
`,
    tests: [`${phone}/contacts/contacts.test.ts`],
    name: 'committed',
  },
  {
    removes: 'Concurrent requests exceed the maximum of webhook endpoints.',
    file: 'apps/account-service/src/platform/webhooks/webhook-endpoints.ts',
    find: '  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)\n',
    replace: '',
    tests: ['apps/account-service/src/platform/webhooks/endpoints/webhook-endpoints.test.ts'],
    name: 'last endpoint',
  },
  {
    removes: 'Concurrent requests exceed the maximum of trunks.',
    file: `${phone}/trunks/records/trunks.ts`,
    find: '  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)\n',
    replace: '',
    tests: [`${phone}/trunks/trunks.test.ts`],
    name: 'last trunk',
  },
  {
    removes: 'A participant who reattaches in the last moment is removed.',
    file: `${phone}/call-sessions/parts/call-timers.ts`,
    find: 'if (this.#timers.get(name) === timer) await work()',
    replace: 'await work()',
    tests: [`${phone}/call-sessions/parts/call-timers.test.ts`],
  },
  {
    removes: 'VR21: A caller who hangs up immediately fills the list of calls.',
    file: 'apps/phone-service/src/call-sessions/incoming-call.ts',
    find: "if (!(await limit.consume({ ...call, trunkId: incoming.trunkId }))) return 'not-now'",
    replace: 'await limit.consume({ ...call, trunkId: incoming.trunkId })',
    tests: ['apps/phone-service/src/call-sessions/parts/limit-incoming-calls.test.ts'],
  },
  {
    removes: 'VR21: Callers that change their number fill the list of calls of a workspace.',
    file: 'apps/phone-service/src/call-sessions/parts/limit-incoming-calls.ts',
    find: '        { limit: perWorkspace, key: workspaceId },\n',
    replace: '',
    tests: ['apps/phone-service/src/call-sessions/parts/limit-incoming-calls.test.ts'],
  },
  {
    removes: 'Audio that is still written is played.',
    file: 'apps/phone-service/src/recordings/playback.ts',
    find: "  if (found.some(({ state }) => state === 'writing')) throw",
    replace: '  if (found.length === 0) throw',
    tests: ['apps/phone-service/src/recordings/recording-states.test.ts'],
  },
  {
    removes: 'Audio that is still written is deleted.',
    file: 'apps/phone-service/src/call-log/delete-recordings.ts',
    find: "if (isActive || known.some(({ state }) => state === 'writing')) throw",
    replace: 'if (isActive && known.length === 0) throw',
    tests: ['apps/phone-service/src/recordings/recording-states.test.ts'],
  },
  {
    removes: 'SR7: Each of several concurrent deletions of a recording is audited.',
    file: 'apps/phone-service/src/call-log/delete-recordings.ts',
    find: '    if (count === 0) return\n',
    replace: '',
    tests: ['apps/phone-service/src/recordings/recording-states.test.ts'],
    name: 'audited once',
  },
  {
    removes: 'A final recording is finalized again.',
    file: 'apps/phone-service/src/recordings/recordings.ts',
    find: "    .where('location', '=', key)\n    .where('state', '=', 'writing')\n",
    replace: "    .where('location', '=', key)\n",
    tests: ['apps/phone-service/src/recordings/recording-states.test.ts'],
    name: 'finalized again',
  },
  {
    removes: 'ZR90: Each leg of a call searches all links of its conference.',
    file: `${phone}/call-log/linked-calls.ts`,
    find: 'links.byLegId.get(leg.id)',
    replace: '[...links.byLegId.values()].find((one) => one.leg.id === leg.id)',
    tests: [`${phone}/call-log/linked-calls.test.ts`],
    name: 'ZR90',
  },
  {
    removes: 'ZR90: A call has more than 50 participants.',
    file: `${phone}/call-state/call-state.ts`,
    find: ' || legs.filter(isPresent).length >= maxParticipants',
    replace: '',
    tests: [`${phone}/call-state/call-state.test.ts`],
    name: 'ZR90',
  },
  {
    removes: 'ZR90: A call collects more than 500 legs.',
    file: `${phone}/call-state/call-state.ts`,
    find: 'legs.length >= maxLegs || ',
    replace: '',
    tests: [`${phone}/call-state/call-state.test.ts`],
    name: 'ZR90',
  },
  {
    removes: 'ZR90: Participants are added to a full call.',
    file: `${phone}/call-sessions/call-controls.ts`,
    find: 'isFull(record.state) || ',
    replace: '',
    tests: [`${phone}/calls/conference-size.test.ts`],
    name: 'ZR90: a call has at most',
  },
  {
    removes: 'ZR90: Calls are linked to a full conference.',
    file: `${phone}/call-sessions/call-controls.ts`,
    find: ' || (await isConferenceFull(deps, record.stored))',
    replace: '',
    tests: [`${phone}/calls/conference-size.test.ts`],
    name: 'ZR90: a conference has',
  },
  {
    removes: 'ZR90: A linked call is sent once for each change of the conference.',
    file: `${phone}/call-sessions/parts/call-record.ts`,
    find: 'this.#isPublicationRequested && ',
    replace: '',
    tests: [`${phone}/calls/conference-size.test.ts`],
    name: 'ZR90: of several changes',
  },
]
