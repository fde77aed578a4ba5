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
    removes: 'Members who are no administrators are offered pages that they may not open.',
    file: 'apps/phone/src/app-config/configuration-pages.ts',
    find: "isFor === 'members' || me.isPhoneAdmin",
    replace: "isFor === 'members' || me.user.id !== ''",
    tests: ['apps/phone/src/command-palette/command-palette.test.tsx'],
    name: 'a page of the configuration is found by an administrator',
  },
]
