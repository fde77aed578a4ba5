import type { Mutation } from '../mutation.ts'

const routing = 'apps/phone-service/src/routing'
const menu = 'apps/phone-service/src/call-sessions/menus/run-menu.ts'
const contract = 'packages/contract/src/phone/reachability'
const announcements = 'apps/phone-service/src/announcements'
const tests = [`${routing}/menus.test.ts`] as const

/** Menus of keys for incoming calls. */
export const menuMutations: readonly Mutation[] = [
  {
    removes: 'ZR270: A call rings for all members while its caller is in a menu.',
    file: 'apps/phone-service/src/call-state/call-routing.ts',
    find: "if (each.kind !== 'ring') return { step, ringsFor: [] }",
    replace: "if (each.kind !== 'ring') return { step, ringsFor: null }",
    tests,
    name: 'ZR270',
  },
  {
    removes: 'ZR270: The timer of a menu outlasts it.',
    file: menu,
    find: '    clearTimer(menuTimerName),\n',
    replace: '',
    tests,
    name: 'ZR270',
  },
  {
    removes: 'ZR271: A menu plays an announcement of another workspace.',
    file: `${routing}/change-routing.ts`,
    find: '    ...configuration.menus.map(({ announcementId }) => announcementId),\n',
    replace: '',
    tests,
    name: 'ZR271',
  },
  {
    removes: 'ZR271: A key leads to a user of another workspace.',
    file: `${routing}/change-routing.ts`,
    find: '    ...menus.flatMap(routing.listMenuTargets),\n',
    replace: '',
    tests,
    name: 'ZR271',
  },
  {
    removes: 'ZR271: A key leads to a group, queue or menu that does not exist.',
    file: `${contract}/check-routing.ts`,
    find: "listMenuTargets(menu).flatMap((target) => find(target, ['menus', index]))",
    replace: '[menu].flatMap((one) => (index < 0 ? [one as never] : []))',
    tests,
    name: 'ZR271',
  },
  {
    removes: 'ZR272: Menus lead back to themselves.',
    file: `${contract}/check-routing.ts`,
    find: '    ...findMenuProblems(configuration),\n',
    replace: '',
    tests,
    name: 'ZR272',
  },
  {
    removes: 'ZR273: A caller who presses no key stays in a menu.',
    file: `${contract}/menu-progress.ts`,
    find: 'const maxWaits = 2',
    replace: 'const maxWaits = 1_000',
    tests,
    name: 'ZR273',
  },
  {
    removes: 'ZR273: A caller presses keys that a menu does not have without end.',
    file: `${contract}/menu-progress.ts`,
    find: 'const maxInvalidKeys = 3',
    replace: 'const maxInvalidKeys = 1_000',
    tests,
    name: 'ZR273',
  },
  {
    removes: 'ZR273: A caller stays in menus for any time.',
    file: menu,
    find: 'const isOver = deps.now().getTime() - enteredAt >= routing.maxMenuMs',
    replace: 'const isOver = enteredAt < 0',
    tests,
    name: 'ZR273',
  },
  {
    removes: 'ZR274: Any number of callers are in the menus of a workspace.',
    file: menu,
    find: 'if (callers >= maxCallers)',
    replace: 'if (callers > 1_000 * maxCallers)',
    tests,
    name: 'ZR274',
  },
  {
    removes: 'ZR275: A menu is saved with a number that may not be called.',
    file: `${routing}/change-routing.ts`,
    find: '    await requireForwardingAllowed(services, user, number)\n',
    replace: '    void [requireForwardingAllowed, user, number]\n',
    tests,
    name: 'ZR275',
  },
  {
    removes: 'ZR275: A key forwards a call that was forwarded before.',
    file: `${routing}/route-incoming-call.ts`,
    find: 'const planned = await withoutFurtherForwarding(database, call, all)',
    replace: 'const planned = withoutFurtherForwarding ? all : []',
    tests,
    name: 'ZR275',
  },
  {
    removes: 'ZR276: The timer of a menu remains after the end of the call.',
    file: 'apps/phone-service/src/call-sessions/parts/call-record.ts',
    find: '        await deleteTimersOfCall(transaction, id)\n',
    replace: '        void deleteTimersOfCall\n',
    tests,
    name: 'ZR276',
  },
  {
    removes: 'ZR279: A member who is no administrator hears the announcements of a workspace.',
    file: `${contract}/announcements.ts`,
    find: "  path: '/announcements/replacements/{name}/audio',\n  access: 'phone_admin',",
    replace: "  path: '/announcements/replacements/{name}/audio',\n  access: 'member',",
    tests: [`${announcements}/announcements.test.ts`],
    name: 'ZR279',
  },
  {
    removes: 'ZR279: The announcements of another workspace replace those of Parley.',
    file: `${announcements}/records/announcements.ts`,
    find: "    .where('announcement_replacements.workspace_id', '=', workspaceId)\n",
    replace: '',
    tests: [`${announcements}/announcements.test.ts`],
    name: 'ZR279',
  },
  {
    removes: 'ZR10: Labels of keys change the direction of text.',
    file: `${routing}/change-routing.ts`,
    find: 'label: removeInvisibleCharacters(entry.label)',
    replace: 'label: entry.label',
    tests,
    name: 'ZR10',
  },
]
