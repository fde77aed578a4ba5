/**
 * Points that a public client must be able to do, by number. The names of the tests in `sdk-tests` begin with
 * `14.` and the number.
 */
export const checklist: Readonly<Record<number, string>> = {
  1: 'read the project, sign up, verify the e-mail address, sign in and out',
  2: 'continue after an access token expires',
  3: 'recover from an invalid access token',
  4: 'sign in with a magic link or a typed code, and read the errors of codes',
  5: 'reset, set and change a password',
  6: 'register a passkey and sign in with it',
  7: 'sign in with a second factor, by every method',
  8: 'sign in with a provider, link accounts, and read provider tokens',
  9: 'create and change teams, invite members, edit profiles',
  10: 'read, grant, revoke and define permissions',
  11: 'create, check and revoke API keys of users and teams',
  12: 'list and revoke sessions, impersonate',
  13: 'add, verify and use e-mail addresses',
  14: 'change notification preferences, unsubscribe',
  15: 'list, search, create, change and delete users on a server; receive webhooks',
  16: 'own a project: create it, its keys and its configuration',
  17: 'edit, preview and send e-mails',
  18: 'sign in from the command line',
  19: 'use all of this on a page of another origin',
  20: 'receive errors that the client knows, never a 5xx status',
}
