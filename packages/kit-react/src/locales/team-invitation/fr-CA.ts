import type { InvitationMessages } from './en-US.ts'

export const invitationFrCA: InvitationMessages = {
  'invitation.title': 'Se joindre à {team}',
  'invitation.invited-by': '{name} vous a invité ({day}).',
  'invitation.invited': 'Vous êtes invité dans cette équipe de {project}.',
  'invitation.named-by': '{name} vous a invité.',
  'invitation.role': 'Vous serez',
  'invitation.role-member': 'Membre',
  'invitation.role-admin': 'Administrateur',
  'invitation.sent-to': 'Invitation à',
  'invitation.works-until': 'Valable jusqu’au {day}, une seule fois.',
  'invitation.join': 'Accepter',
  'invitation.not-now': 'Pas maintenant',
  'invitation.signed-out': 'Vous êtes invité dans une équipe',
  'invitation.signed-out-named': 'Vous êtes invité à rejoindre {team}',
  'invitation.signed-out-advice':
    'Connectez-vous à {project} avec cette adresse, ou créez un compte avec elle. Vous pourrez ensuite accepter.',
  'invitation.wrong-account': 'Cette invitation est destinée à une autre adresse',
  'invitation.wrong-account-advice':
    'Elle a été envoyée à {email}. Connectez-vous avec cette adresse pour accepter.',
  'invitation.wrong-account-unknown': 'Connectez-vous avec l’adresse à laquelle elle a été envoyée.',
  'invitation.signed-in-as': 'Vous êtes connecté en tant que {email}.',
  'invitation.switch': 'Utiliser un autre compte',
  'invitation.unverified': 'Confirmez d’abord votre adresse courriel',
  'invitation.unverified-advice':
    'Seul le propriétaire de {email} peut accepter. Un courriel de confirmation a été envoyé à l’ajout de l’adresse. Ouvrez son lien, ou envoyez-le de nouveau.',
  'invitation.send': 'Envoyer de nouveau',
  'invitation.check': 'J’ai ouvert le lien',
  'invitation.expired': 'L’invitation a expiré',
  'invitation.expired-advice': 'Demandez-en une nouvelle à la personne qui vous a invité.',
  'invitation.used': 'L’invitation a déjà été utilisée',
  'invitation.used-advice':
    'Si c’était par vous, vous êtes membre. Sinon, demandez-en une nouvelle à la personne qui vous a invité.',
  'invitation.invalid': 'L’invitation n’est pas valide',
  'invitation.invalid-advice':
    'Elle a peut-être été retirée. Ouvrez le lien de votre dernière invitation, ou demandez-en une nouvelle.',
  'invitation.missing': 'Le lien est incomplet',
  'invitation.missing-advice': 'Ouvrez le lien du courriel d’invitation.',
  'invitation.too-many': 'Trop de tentatives avec cette invitation',
  'invitation.too-many-advice': 'Demandez-en une nouvelle à la personne qui vous a invité.',
  'invitation.failed': 'Impossible d’ouvrir l’invitation',
  'invitation.team-limit': 'Vous êtes membre de trop d’équipes.',
  'invitation.team-limit-advice': 'Quittez l’une de vos équipes, puis réessayez.',
  'invitation.full': 'L’équipe est complète.',
  'invitation.full-advice': 'Demandez à la personne qui vous a invité de libérer une place, puis réessayez.',
}
