import type { SetUpTexts } from './text.ts'

export const enUs: SetUpTexts = {
  title: 'Set up Parley',
  intro:
    'Become the first administrator. You own this installation, and the first workspace of the phone is yours.',
  name: 'Name',
  email: 'E-mail',
  password: 'Password',
  passwordHint: '8 to 70 characters',
  submit: 'Become administrator',
  noToken: 'The link is incomplete. Copy the whole link from the terminal in which Parley was started.',
  done: 'Parley is set up',
  doneBody: 'Sign in with your e-mail and password. Then:',
  openPhone: 'Open the phone',
  openPhoneBody: 'Call Echo from the dial pad and hear yourself.',
  addTrunk: 'Add a trunk',
  addTrunkBody: 'It connects your team to the telephone network. Until then, calls stay within Parley.',
  invite: 'Invite people',
  inviteBody: 'Send them this link. Whoever makes an account there gets a number that you can call.',
  errors: {
    link: 'This link has expired or has been used. Start Parley again to get another.',
    email: 'This is not a complete e-mail address. Check it.',
    taken: 'Somebody has signed up with this e-mail. Use another.',
    short: 'The password needs at least 8 characters.',
    long: 'The password can have at most 70 characters.',
    common: 'This password is one of those that are guessed first. Choose another.',
    busy: 'Too many tries in a short time. Wait a few seconds and try again.',
    other: 'Parley could not be set up. Try again.',
  },
}
