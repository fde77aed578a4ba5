import type { Mutation } from '../mutation.ts'

/** Mutations of the command palette of the phone. */
export const commandPaletteMutations: readonly Mutation[] = [
  {
    removes: 'Enter calls a number that an earlier input has found, or the latest one.',
    file: 'apps/phone/src/command-palette/command-palette.tsx',
    find: 'preselectedId={isSearch && !isPending ? findBest(groups) : null}',
    replace: 'preselectedId={findBest(groups)}',
    tests: ['apps/phone/src/command-palette/command-palette.test.tsx'],
    name: 'Enter does nothing before the results',
  },
  {
    removes: 'A number that the service rejects is called from the palette.',
    file: 'packages/ui/src/overlays/command-dialog.tsx',
    find: 'if (row.disabledReason || !action) return',
    replace: 'if (!action) return',
    tests: ['apps/phone/src/command-palette/command-palette.test.tsx'],
    name: 'a typed number is called as in the dial pad',
  },
  {
    removes: 'An emergency number that Parley cannot call is dialled, and nothing explains it immediately.',
    file: 'apps/phone/src/dial/use-place-call.ts',
    find: "if (check?.refusal?.code === 'EMERGENCY_NUMBER') {",
    replace: 'if (check === undefined) {',
    tests: ['apps/phone/src/command-palette/command-palette.test.tsx'],
    name: 'an emergency number is explained',
  },
  {
    removes: 'The key that hangs up ends the whole call during a consultation.',
    file: 'apps/phone/src/current-call/active/hang-up.ts',
    find: 'if (call && isConsulting(call, legId)) void',
    replace: 'if (!callManager) void',
    tests: ['apps/phone/src/settings/shortcuts-dialog.test.tsx'],
    name: 'X ends the call with the number of a transfer',
  },
  {
    removes: 'The palette ends the whole call during a consultation.',
    file: 'apps/phone/src/command-palette/use-do-rows.tsx',
    find: 'run: () => hangUp(callManager, localCall),',
    replace: 'run: () => void [hangUp, callManager.hangUp(key)],',
    tests: ['apps/phone/src/command-palette/command-palette.test.tsx'],
    name: 'during a consultation, Hang up of the palette',
  },
  {
    removes: 'A single key ends the call for others.',
    file: 'apps/phone/src/settings/use-call-shortcuts.ts',
    find: "key === 'x' && localCall && canHangUpWithKey(localCall)",
    replace: "key === 'x' && localCall && String(canHangUpWithKey)",
    tests: ['apps/phone/src/settings/shortcuts-dialog.test.tsx'],
    name: 'X ends no',
  },
  {
    removes: 'A single key ends the call while a confirmation is open.',
    file: 'apps/phone/src/settings/use-call-shortcuts.ts',
    find: `[role="dialog"], [role="alertdialog"]:not([aria-modal="false"])`,
    replace: '[role="dialog"]',
    tests: ['apps/phone/src/settings/shortcuts-dialog.test.tsx'],
    name: 'X ends no call while a confirmation is open',
  },
  {
    removes: 'Members who are no administrators are offered pages that they may not open.',
    file: 'apps/phone/src/app-config/configuration-pages.ts',
    find: "isFor === 'members' || me.isPhoneAdmin",
    replace: "isFor === 'members' || me.user.id !== ''",
    tests: ['apps/phone/src/command-palette/command-palette.test.tsx'],
    name: 'a page of the configuration is found by an administrator',
  },
]
