import type { TeamMessages } from './en-US.ts'

/** The differences from the Spanish of Spain. */
export const teamsEs419: Partial<TeamMessages> = {
  'team.gone-advice': 'Saliste de él o se eliminó.',
  'team.name-required': 'Ingresa un nombre para el equipo.',
  'team.remove-advice': 'Perderá el acceso. Puedes volver a invitarlo.',
  'team.removed': 'Se quitó a {name}',
  'team.undeliverable': 'No se entregó: el servidor de correo rechaza esta dirección.',
  'team.revoked': 'Se retiró la invitación a {email}',
  'team.leave': 'Salir del equipo',
  'team.leave-title': '¿Salir de {name}?',
  'team.left': 'Saliste de {name}',
  'team.member-gone': 'Este miembro salió del equipo.',
}
