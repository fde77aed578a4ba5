import type { Translation } from '@parley/i18n'

/** The messages of the built-in e-mails. All other locales have the same keys and placeholders. */
export const enUs = {
  'email-verification.subject': 'Verify your e-mail at {project}',
  'email-verification.heading': 'Verify your e-mail',
  'email-verification.body':
    'This e-mail address was used for an account at {project}. Confirm that it is yours. The link can be used once within one hour.',
  'email-verification.button': 'Verify e-mail',
  'email-verification.ignore':
    'If this was not you, ignore this e-mail. Nothing changes unless the link is opened.',

  'password-reset.subject': 'Reset your password at {project}',
  'password-reset.heading': 'Reset your password',
  'password-reset.body':
    'A password reset was requested for your account at {project}. The link can be used once within one hour.',
  'password-reset.button': 'Choose a password',
  'password-reset.ignore': 'If this was not you, ignore this e-mail. Your password remains unchanged.',

  'magic-link.subject': 'Sign in to {project}: your code is {otp}',
  'magic-link.heading': 'Sign in to {project}',
  'magic-link.body':
    'Open the link in the browser where you requested it. It can be used once within ten minutes.',
  'magic-link.button': 'Sign in',
  'magic-link.or-code': 'Or enter this code where you requested it:',
  'magic-link.ignore':
    'If you did not request this, ignore this e-mail and do not share the code with anyone.',

  'team-invitation.subject': 'Invitation to {team}',
  'team-invitation.heading': 'Join {team}',
  'team-invitation.body':
    'A member of {team} at {project} has invited you to join. The link can be used once within seven days.',
  'team-invitation.button': 'Join the team',
  'team-invitation.ignore':
    'If you do not know this team, ignore this e-mail. Nothing changes unless the link is opened.',
  'team-invitation.unnamed-subject': 'Invitation to a team at {project}',
  'team-invitation.unnamed-heading': 'Join a team',
  'team-invitation.unnamed-body':
    'A user of {project} has invited you to join a team. The link can be used once within seven days.',
  'team-invitation.unnamed-ignore':
    'If you did not expect this, ignore this e-mail. Nothing changes unless the link is opened.',
  'team-invitation.inviter-body':
    '{inviter} has invited you to join {team} at {project}. The link can be used once within seven days.',
  'team-invitation.workspace-body':
    'A member of the workspace {team} at {project} has invited you to join. The link can be used once within seven days.',
  'team-invitation.workspace-inviter-body':
    '{inviter} has invited you to join the workspace {team} at {project}. The link can be used once within seven days.',
  'team-invitation.workspace-button': 'Join the workspace',
  'team-invitation.workspace-ignore':
    'If you do not know this workspace, ignore this e-mail. Nothing changes unless the link is opened.',
  'team-invitation.workspace-unnamed-subject': 'Invitation to a workspace at {project}',
  'team-invitation.workspace-unnamed-heading': 'Join a workspace',
  'team-invitation.workspace-unnamed-body':
    'A user of {project} has invited you to join a workspace. The link can be used once within seven days.',

  'sign-in-invitation.subject': 'Invitation to {project}',
  'sign-in-invitation.heading': 'Sign in to {project}',
  'sign-in-invitation.body':
    '{team} has invited you to {project}. Open the link to sign in, or sign up with this e-mail address.',
  'sign-in-invitation.button': 'Go to sign-in',
  'sign-in-invitation.ignore': 'If you did not expect this, ignore this e-mail.',

  'address-unverified.subject': 'Sign in to {project}: verify your e-mail first',
  'address-unverified.heading': 'Verify your e-mail first',
  'address-unverified.body':
    'A sign-in link for {project} was requested, but your e-mail address is not verified yet, so no link was sent. Open the verification e-mail from your sign-up, or sign in with your password.',
  'address-unverified.ignore': 'If this was not you, ignore this e-mail. No one was signed in.',

  'sign-in-changed.subject': '{heading} ({project})',
  'sign-in-changed.password-changed-heading': 'Your password was changed',
  'sign-in-changed.passkey-added-heading': 'A passkey was added',
  'sign-in-changed.passkey-removed-heading': 'Your passkey was removed',
  'sign-in-changed.second-factor-on-heading': 'A second factor is now required',
  'sign-in-changed.second-factor-off-heading': 'The second factor was removed',
  'sign-in-changed.recovery-code-used-heading': 'A recovery code was used',
  'sign-in-changed.recovery-codes-made-heading': 'Recovery codes were generated',
  'sign-in-changed.recovery-codes-replaced-heading': 'Recovery codes were replaced',
  'sign-in-changed.provider-linked-heading': 'An account was linked',
  'sign-in-changed.provider-unlinked-heading': 'An account was unlinked',
  'sign-in-changed.code-sign-in-on-heading': 'Sign-in by e-mail was turned on',
  'sign-in-changed.code-sign-in-off-heading': 'Sign-in by e-mail was turned off',
  'sign-in-changed.address-added-heading': 'An e-mail address was added',
  'sign-in-changed.address-removed-heading': 'An e-mail address was removed',
  'sign-in-changed.primary-address-changed-heading': 'Your primary e-mail address was changed',
  'sign-in-changed.password-changed': 'The password of your account at {project} was changed.',
  'sign-in-changed.passkey-added': 'A passkey was added to your account at {project}.',
  'sign-in-changed.passkey-removed': 'The passkey of your account at {project} was removed.',
  'sign-in-changed.second-factor-on': 'Your account at {project} now requires a second factor.',
  'sign-in-changed.second-factor-off': 'Your account at {project} no longer requires a second factor.',
  'sign-in-changed.recovery-code-used': 'A recovery code was used to sign in to your account at {project}.',
  'sign-in-changed.recovery-codes-made': 'Recovery codes were generated for your account at {project}.',
  'sign-in-changed.recovery-codes-replaced':
    'New recovery codes were generated for your account at {project}. Earlier codes no longer work.',
  'sign-in-changed.provider-linked':
    'An account with another provider was linked to your account at {project}.',
  'sign-in-changed.provider-unlinked':
    'An account with another provider was unlinked from your account at {project}.',
  'sign-in-changed.code-sign-in-on':
    'You can now sign in to your account at {project} with a code sent by e-mail.',
  'sign-in-changed.code-sign-in-off':
    'You can no longer sign in to your account at {project} with a code sent by e-mail.',
  'sign-in-changed.address-added': 'An e-mail address was added to your account at {project}.',
  'sign-in-changed.address-removed': 'An e-mail address was removed from your account at {project}.',
  'sign-in-changed.primary-address-changed':
    'The primary e-mail address of your account at {project} was changed.',
  'sign-in-changed.button': 'End all other sessions',
  'sign-in-changed.ignore':
    'If this was not you, reset your password immediately and end all other sessions. Even if it was you, end them if someone else may have used your account.',

  'missed-calls.subject': 'Missed call from {caller}',
  'missed-calls.voicemail-subject': 'Voicemail from {caller}',
  'missed-calls.many-subject': '{count} missed calls',
  'missed-calls.body': 'Calls in {workspace} that were not answered:',
  'missed-calls.unnamed-body': 'Calls that were not answered:',
  'missed-calls.withheld': 'Withheld number',
  'missed-calls.message': 'left a message',
  'missed-calls.further': 'And {count} more.',
  'missed-calls.button': 'Open in the phone',
  'missed-calls.settings': 'Choose in the settings of your phone which missed calls are mailed to you.',

  'call-summary.subject': 'Summary of the call with {party}',
  'call-summary.body': 'A call in {workspace} on {time}, length {length}.',
  'call-summary.unnamed-body': 'A call on {time}, length {length}.',
  'call-summary.shared': '{name} sends you this summary.',
  'call-summary.summary': 'Summary',
  'call-summary.unsupported': 'no passage supports this',
  'call-summary.fields': 'Details',
  'call-summary.action-items': 'Action items',
  'call-summary.yes': 'yes',
  'call-summary.no': 'no',
  'call-summary.button': 'Open the call',
  'call-summary.by-model':
    'A language model wrote this from the transcript of the call. It may contain errors.',

  'or-link': 'If the button does not work, open this link:',
  unsubscribe: 'Unsubscribe from e-mails like this one',
} as const

/** The messages of the built-in e-mails in one language. */
export type EmailMessages = Translation<typeof enUs>
