import type { Translation } from '@parley/i18n'

/** The messages of the set-up page. All other locales have the same keys. */
export const enUs = {
  title: 'Set up Parley',
  intro: 'Become the first administrator. You own this installation and the first workspace of the phone.',
  name: 'Name',
  email: 'E-mail',
  workspace: 'Workspace',
  'workspace-proposal': 'My company',
  'workspace-hint': 'Your colleagues see this name. You can change it later.',
  password: 'Password',
  'show-password': 'Show password',
  'hide-password': 'Hide password',
  'password-hint': '8 to 70 characters',
  language: 'Language',
  submit: 'Become administrator',
  'no-token': 'The link is incomplete. Copy the whole link from the terminal in which Parley was started.',
  done: 'Parley is set up',
  'done-body': 'Continue in the phone. You are signed in there.',
  'open-phone': 'Open the phone',
  'open-phone-body': 'Call Echo from the dial pad and hear yourself.',
  'add-trunk': 'Add a trunk',
  'add-trunk-body':
    'It connects your workspace to the telephone network. Until then, calls stay within Parley.',
  invite: 'Invite people',
  'invite-body':
    'Send them an invitation to your workspace. Everyone who joins gets a number that you can call.',

  used: 'Parley is already set up',
  'used-body':
    'The link for the first administrator works once, and it was used. Sign in to the phone, or ask the administrator for access.',
  expired: 'This link has expired',
  'expired-body': 'Restart Parley to get a new one.',

  'error.link': 'This link has expired or was already used. Restart Parley to get a new one.',
  'error.name': 'Enter your name.',
  'error.email': 'Enter a complete e-mail address.',
  'error.workspace': 'Enter a name for the workspace.',
  'error.taken': 'This e-mail is already in use. Use another one.',
  'error.short': 'The password must have at least 8 characters.',
  'error.long': 'The password can have at most 70 characters.',
  'error.common': 'This password is too common. Choose another one.',
  'error.simple':
    'This password is one repeated character, only spaces, or your e-mail address. Choose another one.',
  'error.busy': 'Too many attempts. Wait a few seconds and try again.',
  'error.other': 'Parley could not be set up. Try again.',
} as const

/** The messages of the set-up page in one language. */
export type SetUpMessages = Translation<typeof enUs>
