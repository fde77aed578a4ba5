import type { Translation } from '@parley/i18n'

/** The messages of the components outside of the pages, which are loaded with the first of them. */
export const componentsEnUS = {
  'user.menu': 'Account of {name}',
  'user.menu-signed-out': 'Account',
  'user.settings': 'Account settings',
  'user.sign-in': 'Sign in',
  'user.sign-up': 'Sign up',
  'user.sign-out': 'Sign out',
  'user.toggle-theme': 'Switch between light and dark',

  'teams.switch': 'Team: {name}',
  'teams.select': 'Select a team',
  'teams.label': 'Teams',
  'teams.none': 'No team',
  'teams.settings': 'Team settings',
  'teams.create': 'Create a team',

  'impersonation.label': 'Impersonation',
  'impersonation.as': 'You act as {name}.',
} as const

export type ComponentMessages = Translation<typeof componentsEnUS>
