import type { InvitationMessages } from './en-US.ts'

/** The differences from the Spanish of Spain. */
export const invitationEs419: Partial<InvitationMessages> = {
  'invitation.invited-by': '{name} te invitó ({day}).',
  'invitation.invited': 'Te invitaron a este equipo de {project}.',
  'invitation.named-by': '{name} te invitó.',
  'invitation.signed-out': 'Te invitaron a un equipo',
  'invitation.signed-out-named': 'Te invitaron a {team}',
  'invitation.unverified-advice':
    'Solo quien tiene la dirección {email} puede unirse. Al agregar la dirección se envió un correo de verificación. Abre su enlace o envíalo de nuevo.',
  'invitation.signed-in-as': 'Iniciaste sesión como {email}.',
  'invitation.check': 'Ya abrí el enlace',
  'invitation.expired': 'La invitación venció',
  'invitation.used': 'La invitación ya se usó',
  'invitation.team-limit-advice': 'Sal de uno de tus equipos e inténtalo de nuevo.',
  'invitation.full-advice': 'Pide a quien te invitó que libere un lugar e inténtalo de nuevo.',
}
