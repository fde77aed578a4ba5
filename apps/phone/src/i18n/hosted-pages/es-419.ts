import type { HostedTexts } from './en-US.ts'
import { hostedEsES } from './es-ES.ts'

export const hostedEs419: HostedTexts = {
  ...hostedEsES,
  'You have been invited to this team of {project}.': 'Te invitaron a este espacio de trabajo de {project}.',
  'You are invited to a team': 'Te invitaron a un espacio de trabajo',
  'Leave one of your teams, then try again.': 'Sal de uno de tus espacios de trabajo e inténtalo de nuevo.',
  'Team settings': 'Configuración del espacio de trabajo',
  'Leave team': 'Salir del espacio de trabajo',
  'This member has left the team.': 'Este miembro salió del espacio de trabajo.',
}
