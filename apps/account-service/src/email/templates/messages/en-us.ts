import type { EmailMessages } from './messages.ts'

export const enUs: EmailMessages = {
  verification: {
    subject: 'Verify your e-mail at {project}',
    heading: 'Verify your e-mail',
    body: 'This e-mail address was used for an account at {project}. Confirm that it is yours. The link can be used once within one hour.',
    button: 'Verify e-mail',
    ignore: 'If this was not you, ignore this e-mail. Nothing changes unless the link is opened.',
  },
  passwordReset: {
    subject: 'Reset your password at {project}',
    heading: 'Reset your password',
    body: 'A password reset was requested for your account at {project}. The link can be used once within one hour.',
    button: 'Choose a password',
    ignore: 'If this was not you, ignore this e-mail. Your password remains unchanged.',
  },
  magicLink: {
    subject: 'Sign in to {project}: your code is {otp}',
    heading: 'Sign in to {project}',
    body: 'Open the link in the browser where you requested it. It can be used once within ten minutes.',
    button: 'Sign in',
    orCode: 'Or enter this code where you requested it:',
    ignore: 'If you did not request this, ignore this e-mail and do not share the code with anyone.',
  },
  teamInvitation: {
    subject: 'Invitation to {team}',
    heading: 'Join {team}',
    body: 'A member of {team} at {project} has invited you to join. The link can be used once within seven days.',
    button: 'Join the team',
    ignore: 'If you do not know this team, ignore this e-mail. Nothing changes unless the link is opened.',
  },
  signInInvitation: {
    subject: 'Invitation to {project}',
    heading: 'Sign in to {project}',
    body: '{team} has invited you to {project}. Open the link to sign in, or sign up with this e-mail address.',
    button: 'Go to sign-in',
    ignore: 'If you did not expect this, ignore this e-mail.',
  },
  addressUnverified: {
    subject: 'Sign in to {project}: verify your e-mail first',
    heading: 'Verify your e-mail first',
    body: 'A sign-in link for {project} was requested, but your e-mail address is not verified yet, so no link was sent. Open the verification e-mail from your sign-up, or sign in with your password.',
    ignore: 'If this was not you, ignore this e-mail. No one was signed in.',
  },
  signInChanged: {
    subject: 'Your sign-in at {project} has changed',
    heading: 'Your sign-in has changed',
    changes: {
      'password-changed': 'The password of your account at {project} was changed.',
      'passkey-added': 'A passkey was added to your account at {project}.',
      'passkey-removed': 'The passkey of your account at {project} was removed.',
      'second-factor-on': 'Your account at {project} now requires a second factor.',
      'second-factor-off': 'Your account at {project} no longer requires a second factor.',
      'recovery-code-used': 'A recovery code was used to sign in to your account at {project}.',
      'recovery-codes-made':
        'New recovery codes were generated for your account at {project}. Earlier codes no longer work.',
      'provider-linked': 'An account with another provider was linked to your account at {project}.',
      'provider-unlinked': 'An account with another provider was unlinked from your account at {project}.',
      'code-sign-in-on': 'You can now sign in to your account at {project} with a code sent by e-mail.',
      'code-sign-in-off':
        'You can no longer sign in to your account at {project} with a code sent by e-mail.',
      'address-added': 'An e-mail address was added to your account at {project}.',
      'address-removed': 'An e-mail address was removed from your account at {project}.',
      'primary-address-changed': 'The primary e-mail address of your account at {project} was changed.',
    },
    ignore: 'If this was not you, reset your password immediately and review your sessions.',
  },
  orLink: 'If the button does not work, open this link:',
  unsubscribe: 'Unsubscribe from e-mails like this one',
}
