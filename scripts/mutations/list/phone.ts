import type { Mutation } from '../mutation.ts'

const commands = 'apps/phone/src/current-call/manager/call-commands.ts'
const commandTests = ['apps/phone/src/current-call/manager/call-commands.test.ts'] as const

/** Protections of the phone in the browser. */
export const phoneScreenMutations: readonly Mutation[] = [
  {
    removes: 'CR9: A call in another tab is offered only after a reload.',
    file: 'apps/phone/src/current-call/manager/call-manager-state.ts',
    find: 'return isElsewhere && !isLocal',
    replace: 'return false && !isLocal',
    tests: ['apps/phone/src/current-call/manager/call-manager-state.test.ts'],
    name: 'CR9',
  },
  {
    removes: 'A repeated "mute" arrives after "unmute".',
    file: commands,
    find: "await this.#getQueue(localCall, 'mute').run(() =>",
    replace: 'await createSerialQueue().run(() =>',
    tests: commandTests,
  },
  {
    removes: 'Commands of one call wait for those of another.',
    file: commands,
    find: 'const queues = this.#queues.get(handset) ??',
    replace: 'const queues = this.#queues.get(this.#callStore.get().localCalls[0]?.handset ?? handset) ??',
    tests: commandTests,
  },
  {
    removes: 'Digits arrive in another order than they were pressed.',
    file: commands,
    find: "await this.#getQueue(localCall, 'digits').run(() =>",
    replace: 'await createSerialQueue().run(() =>',
    tests: commandTests,
  },
  {
    removes: 'A call that a limit refuses is placed seconds later.',
    file: 'apps/phone/src/api/phone-api.ts',
    find: "isRateLimit: (error) => error === null || error.code === 'TOO_MANY_REQUESTS'",
    replace: 'isRateLimit: () => true',
    tests: ['apps/phone/src/api/phone-api.test.ts'],
  },
  {
    removes: 'A save is lost when its page is closed.',
    file: 'apps/phone/src/api/phone-api.ts',
    find: 'isKeptAlive: true',
    replace: 'isKeptAlive: false',
    tests: ['apps/phone/src/api/phone-api.test.ts'],
  },
  {
    removes: 'The browser does not store the cookie of a link to audio.',
    file: 'apps/phone/src/api/phone-api.ts',
    find: 'usesCookies: true',
    replace: 'usesCookies: false',
    tests: ['apps/phone/src/api/phone-api.test.ts'],
  },
  {
    removes: 'Older notes replace newer ones.',
    file: 'apps/phone/src/current-call/tools/use-notes.ts',
    find: 'lastSave.current?.abort()',
    replace: '',
    tests: ['apps/phone/src/current-call/active/call-panel.test.tsx'],
    name: 'saving newer notes',
  },
  {
    removes: 'A network that is lost during a refresh of the access token leaves two live connections.',
    file: 'apps/phone/src/api/live-socket.ts',
    find: 'if (this.#connecting !== connecting) return',
    replace: 'if (this.#isClosed) return',
    tests: ['apps/phone/src/api/live-socket.test.ts'],
  },
  {
    removes: 'ZR56: Responses of one user or workspace are rendered for the next one.',
    file: 'apps/phone/src/shell/user-workspace.tsx',
    find: '<Session key={`${me.user.id} ${me.workspace.id}`}>',
    replace: '<Session>',
    tests: ['apps/phone/src/shell/user-workspace.test.tsx'],
    name: 'ZR56: no response',
  },
  {
    removes: 'ZR56: Unsaved notes of one user are read by the next one in the same tab.',
    file: 'apps/phone/src/current-call/manager/tab-data.ts',
    find: 'if (storage.getItem(ownerKey) === userId) return',
    replace: 'if (storage.getItem(ownerKey) !== null) return',
    tests: ['apps/phone/src/current-call/manager/tab-data.test.ts'],
    name: 'ZR56',
  },
  {
    removes: 'ZR56: Requests of an open phone get data of the workspace that was selected meanwhile.',
    file: 'apps/phone/src/api/phone-api.ts',
    find: '...(workspaceId === undefined ? {} : { [teamHeader]: workspaceId }),',
    replace: '',
    tests: ['apps/phone/src/api/phone-api.test.ts'],
    name: 'ZR56',
  },
  {
    removes: 'ZR496: A call begins while the active one still hears the user.',
    file: 'apps/phone/src/current-call/manager/join-call.ts',
    find: 'if (heldKey !== undefined) await commands',
    replace: 'if (heldKey !== undefined) void commands',
    tests: ['apps/phone/src/current-call/manager/call-manager.test.ts'],
    name: 'ZR496',
  },
  {
    removes: 'ZR496: A call that is moved to a tab does not put its active call on hold.',
    file: 'apps/phone/src/current-call/manager/call-manager.ts',
    find: 'void this.#joinAfterHold(this.#toRejoin(call))',
    replace: 'void this.#joiner.joinCall(this.#toRejoin(call))',
    tests: ['apps/phone/src/current-call/manager/call-manager.test.ts'],
    name: 'ZR496: POST /calls/{call}/join',
  },
]
