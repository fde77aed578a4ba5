import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const board = `${phone}/presence/presence-board.ts`
const boardTests = [`${phone}/presence/presence-board.test.ts`] as const
const presenceTests = [`${phone}/presence/presence.test.ts`] as const

/** Protections of the presence of users. */
export const presenceMutations: readonly Mutation[] = [
  {
    removes: 'ZR120: A user in a call counts as free.',
    file: board,
    find: "    if (this.#live.isInCall(workspaceId, userId)) return 'in-call'\n",
    replace: '',
    tests: presenceTests,
    name: 'in a call from the first ring',
  },
  {
    removes: 'ZR120: A user whose tabs are closed counts as free.',
    file: `${phone}/live/hub.ts`,
    find: '      tabs.delete(handset)\n      notifyTabChange(handset)\n',
    replace: '      tabs.delete(handset)\n',
    tests: presenceTests,
    name: 'away without a tab',
  },
  {
    removes: 'ZR121: A suspended page counts as active.',
    file: `${phone}/live/live-connection.ts`,
    find: "this.#startTimer(() => this.#setActivity(handset, 'idle'), idleAfterMs)",
    replace: 'this.#startTimer(() => {}, idleAfterMs)',
    tests: presenceTests,
    name: 'also without a message',
  },
  {
    removes: 'ZR122: Changes of presence are sent to users who may not see the members of the workspace.',
    file: `${phone}/live/hub.ts`,
    find: 'if (handset.seesColleagues) handset.send(message, workspaceId)',
    replace: 'handset.send(message, workspaceId)',
    tests: presenceTests,
    name: 'receive no presence',
  },
  {
    removes:
      'ZR122: Users who may not see the members of the workspace receive the list of those who are not away.',
    file: board,
    find: "change !== 'disconnected' && handset.seesColleagues",
    replace: "change !== 'disconnected'",
    tests: presenceTests,
    name: 'receive no presence',
  },
  {
    removes: 'ZR122: All members may see the others.',
    file: `${phone}/request-context/authenticate.ts`,
    find: 'canReadMembers: person.readableWorkspaces.has(workspace.id)',
    replace: 'canReadMembers: true',
    tests: presenceTests,
    name: 'receive no presence',
  },
  {
    removes: 'ZR122: A member who may no longer see the others keeps what they have seen.',
    file: board,
    find: 'if (users.length > 0 || !mayView) send',
    replace: 'if (users.length > 0) send',
    tests: presenceTests,
    name: 'loses what they have seen',
  },
  {
    removes: 'ZR123: Open tabs show a member who has been removed.',
    file: `${phone}/account-events/serve-account-events.ts`,
    find: "  services.live.sendToLocalColleagues(workspaceId, { type: 'colleagues.changed' })\n",
    replace: '',
    tests: presenceTests,
    name: 'who fetch the members again',
  },
  {
    removes: 'ZR124: Colleagues see the presence of a user who hides it.',
    file: board,
    find: "    if (this.#isHidden(userId)) return 'away'\n",
    replace: '',
    tests: [`${phone}/presence/hidden-users.test.ts`],
    name: 'neither input nor calls nor closed tabs',
  },
  {
    removes: 'ZR124: The time of messages about others reveals what a hidden user does.',
    file: board,
    find: '    if (this.#isHidden(userId) && !this.#published.get(workspaceId)?.has(userId)) return\n',
    replace: '',
    tests: boardTests,
    name: 'no effect on the time',
  },
  {
    removes: 'Each change of a tab is a message, also when the presence of the user is the same.',
    file: board,
    find: "    if (presence === (users.get(userId) ?? 'away')) return\n",
    replace: '',
    tests: boardTests,
    name: 'within half a second are one message',
  },
  {
    removes: 'ZR125: A change of presence is sent once by each node.',
    file: `${phone}/live/remote-tabs.ts`,
    find: 'seesColleagues: false',
    replace: 'seesColleagues: true',
    tests: [`${phone}/presence/nodes.test.ts`],
    name: 'ZR125',
  },
  {
    removes: 'ZR125: The users in calls of a node that has crashed stay in a call.',
    file: `${phone}/live/remote-tabs.ts`,
    find: '    for (const call of [...node.calls.values()]) this.#saveCall(node, { ...call, userIds: [] })\n',
    replace: '',
    tests: [`${phone}/live/share-tabs.test.ts`],
    name: 'of a node that is silent',
  },
  {
    removes: 'ZR126: A change of a setting applies to all users.',
    file: `${phone}/user-settings/records/user-settings.ts`,
    find: "    .where('user_id', '=', userId)\n",
    replace: '',
    tests: [`${phone}/user-settings/user-settings.test.ts`],
    name: 'ZR126',
  },
  {
    removes: 'ZR128: A tab reports each key.',
    file: 'apps/phone/src/presence/report-activity.ts',
    find: 'if (now - this.#reportedAt >= reportIntervalMs) this.#report()',
    replace: 'if (now >= this.#reportedAt) this.#report()',
    tests: ['apps/phone/src/presence/report-activity.test.ts'],
    name: 'once a minute at most',
  },
  {
    removes: 'ZR128: A phone that is closed reports input.',
    file: 'apps/phone/src/presence/report-activity.ts',
    find: '    pageEvents.abort()\n',
    replace: '',
    tests: ['apps/phone/src/presence/report-activity.test.ts'],
    name: 'a closed phone reports nothing',
  },
]
