import type { InvitationMessages } from './en-US.ts'

export const invitationDeDE: InvitationMessages = {
  'invitation.title': '{team} beitreten',
  'invitation.invited-by': '{name} hat Sie eingeladen ({day}).',
  'invitation.invited': 'Sie wurden in dieses Team von {project} eingeladen.',
  'invitation.named-by': '{name} hat Sie eingeladen.',
  'invitation.role': 'Sie werden',
  'invitation.role-member': 'Mitglied',
  'invitation.role-admin': 'Administrator',
  'invitation.sent-to': 'Einladung an',
  'invitation.works-until': 'Gültig bis {day}, für einen Beitritt.',
  'invitation.join': 'Beitreten',
  'invitation.not-now': 'Nicht jetzt',
  'invitation.signed-out': 'Sie sind in ein Team eingeladen',
  'invitation.signed-out-named': 'Sie sind zu {team} eingeladen',
  'invitation.signed-out-advice':
    'Melden Sie sich mit dieser Adresse bei {project} an, oder erstellen Sie damit ein Konto. Danach können Sie beitreten.',
  'invitation.wrong-account': 'Diese Einladung gilt für eine andere Adresse',
  'invitation.wrong-account-advice':
    'Sie ging an {email}. Melden Sie sich mit dieser Adresse an, um beizutreten.',
  'invitation.wrong-account-unknown': 'Melden Sie sich mit der Adresse an, an die sie gesendet wurde.',
  'invitation.signed-in-as': 'Sie sind als {email} angemeldet.',
  'invitation.switch': 'Anderes Konto verwenden',
  'invitation.unverified': 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse',
  'invitation.unverified-advice':
    'Nur wem {email} gehört, kann beitreten. Eine Bestätigungsmail wurde gesendet, als die Adresse eingetragen wurde. Öffnen Sie ihren Link, oder senden Sie sie erneut.',
  'invitation.send': 'Erneut senden',
  'invitation.check': 'Ich habe den Link geöffnet',
  'invitation.expired': 'Die Einladung ist abgelaufen',
  'invitation.expired-advice': 'Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
  'invitation.used': 'Die Einladung wurde bereits verwendet',
  'invitation.used-advice':
    'Wenn Sie sie verwendet haben, sind Sie Mitglied. Bitten Sie sonst um eine neue Einladung.',
  'invitation.invalid': 'Die Einladung ist ungültig',
  'invitation.invalid-advice':
    'Vielleicht wurde sie zurückgezogen. Öffnen Sie den Link in Ihrer neuesten Einladung, oder bitten Sie um eine neue.',
  'invitation.missing': 'Der Link ist unvollständig',
  'invitation.missing-advice': 'Öffnen Sie den Link in Ihrer Einladungsmail.',
  'invitation.too-many': 'Zu viele Versuche mit dieser Einladung',
  'invitation.too-many-advice': 'Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
  'invitation.failed': 'Die Einladung kann nicht geöffnet werden',
  'invitation.team-limit': 'Sie sind Mitglied in zu vielen Teams.',
  'invitation.team-limit-advice': 'Verlassen Sie eines Ihrer Teams und versuchen Sie es dann erneut.',
  'invitation.full': 'Das Team ist voll.',
  'invitation.full-advice':
    'Bitten Sie die Person, die Sie eingeladen hat, Platz zu schaffen, und versuchen Sie es dann erneut.',
}
