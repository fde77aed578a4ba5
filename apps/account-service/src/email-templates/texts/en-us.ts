import type { EmailTexts } from './text.ts'

export const enUs: EmailTexts = {
  verification: {
    subject: 'Verify your e-mail at {project}',
    heading: 'Verify your e-mail',
    body: 'Somebody, hopefully you, used this address for an account at {project}. Confirm that it is yours. The link works once, for one hour.',
    button: 'Verify e-mail',
    ignore: 'If this was not you, ignore this e-mail. Nothing happens without the link.',
  },
  passwordReset: {
    subject: 'Reset your password at {project}',
    heading: 'Reset your password',
    body: 'Somebody, hopefully you, asked for another password for the account that this address has at {project}. The link works once, for one hour.',
    button: 'Choose a password',
    ignore: 'If this was not you, ignore this e-mail. Your password stays as it is.',
  },
  magicLink: {
    subject: 'Sign in to {project}: your code is {otp}',
    heading: 'Sign in to {project}',
    body: 'Open the link in the browser in which you want to sign in. It works once, for ten minutes.',
    button: 'Sign in',
    orCode: 'Or type this code where you asked for it:',
    ignore: 'If you did not ask for this, ignore this e-mail and give the code to nobody.',
  },
  teamInvitation: {
    subject: 'You are invited to {team}',
    heading: 'Join {team}',
    body: 'Somebody of {team} at {project} invites you to join them. The link works once, for seven days.',
    button: 'Join the team',
    ignore: 'If you do not know this team, ignore this e-mail. Nothing happens without the link.',
  },
  signInInvitation: {
    subject: 'You are invited to sign in to {project}',
    heading: 'Sign in to {project}',
    body: '{team} invites you to {project}. Open the link and sign in, or sign up with this address.',
    button: 'Go to sign-in',
    ignore: 'If you did not expect this, ignore this e-mail.',
  },
  signInChanged: {
    subject: 'Your sign-in at {project} has changed',
    heading: 'Your sign-in has changed',
    changes: {
      'password-changed': 'The password of your account at {project} was changed.',
      'passkey-added': 'A passkey was added to your account at {project}.',
      'passkey-removed': 'The passkey of your account at {project} was removed.',
      'second-factor-on': 'Your account at {project} now asks for a second factor.',
      'second-factor-off': 'Your account at {project} no longer asks for a second factor.',
      'recovery-code-used': 'A recovery code was used to sign in to your account at {project}.',
      'recovery-codes-made':
        'Recovery codes were made for your account at {project}. Earlier ones no longer work.',
      'provider-linked': 'An account of another provider was linked to your account at {project}.',
      'provider-unlinked': 'An account of another provider was unlinked from your account at {project}.',
      'code-sign-in-on': 'Your account at {project} can now be signed in to with a code by e-mail.',
      'code-sign-in-off': 'Your account at {project} can no longer be signed in to with a code by e-mail.',
      'address-added': 'An e-mail address was added to your account at {project}.',
      'address-removed': 'An e-mail address was removed from your account at {project}.',
      'primary-address-changed': 'Your account at {project} now has another primary e-mail address.',
    },
    ignore: 'If this was not you, reset your password at once and look through your sessions.',
  },
  orLink: 'If the button does not work, open this address:',
  unsubscribe: 'Unsubscribe from e-mails like this one',
}
