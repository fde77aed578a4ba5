import type { Translation } from '@parley/i18n'

/** The messages of the team-invitation page. */
export const invitationEnUS = {
  'invitation.title': 'Join {team}',
  'invitation.invited-by': '{name} invited you on {day}.',
  'invitation.invited': 'You have been invited to this team of {project}.',
  'invitation.named-by': '{name} invited you.',
  'invitation.role': 'You join as',
  'invitation.role-member': 'Member',
  'invitation.role-admin': 'Administrator',
  'invitation.sent-to': 'Invitation to',
  'invitation.works-until': 'Works until {day}, once.',
  'invitation.join': 'Join',
  'invitation.not-now': 'Not now',
  'invitation.signed-out': 'You are invited to a team',
  'invitation.signed-out-named': 'You are invited to {team}',
  'invitation.signed-out-advice':
    'Sign in to {project} with this address, or create an account with it. Then you can join.',
  'invitation.wrong-account': 'This invitation is for another address',
  'invitation.wrong-account-advice': 'It was sent to {email}. Sign in with that address to join.',
  'invitation.wrong-account-unknown': 'Sign in with the address to which it was sent.',
  'invitation.signed-in-as': 'You are signed in as {email}.',
  'invitation.switch': 'Use another account',
  'invitation.unverified': 'Please verify your email first',
  'invitation.unverified-advice':
    'Only the owner of {email} can join. A verification e-mail was sent when the address was added. Open its link, or send it again.',
  'invitation.send': 'Send again',
  'invitation.check': 'I have opened the link',
  'invitation.expired': 'The invitation has expired',
  'invitation.expired-advice': 'Ask the person who invited you for a new one.',
  'invitation.used': 'The invitation has already been used',
  'invitation.used-advice':
    'If you used it, you are a member. Otherwise ask the person who invited you for a new one.',
  'invitation.invalid': 'The invitation is invalid',
  'invitation.invalid-advice':
    'It may have been withdrawn. Open the link in your latest invitation, or ask for a new one.',
  'invitation.missing': 'The link is incomplete',
  'invitation.missing-advice': 'Open the link in your invitation e-mail.',
  'invitation.too-many': 'Too many attempts with this invitation',
  'invitation.too-many-advice': 'Ask the person who invited you for a new one.',
  'invitation.failed': 'The invitation cannot be opened',
  'invitation.team-limit': 'You are a member of too many teams.',
  'invitation.team-limit-advice': 'Leave one of your teams, then try again.',
  'invitation.full': 'The team is full.',
  'invitation.full-advice': 'Ask the person who invited you to remove a member, then try again.',
} as const

export type InvitationMessages = Translation<typeof invitationEnUS>
