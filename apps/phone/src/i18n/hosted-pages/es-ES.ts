import type { HostedTexts } from './en-US.ts'

export const hostedEsES: HostedTexts = {
  'You have been invited to this team of {project}.':
    'Te han invitado a este espacio de trabajo de {project}.',
  'You are invited to a team': 'Te han invitado a un espacio de trabajo',
  'You are a member of too many teams.': 'Perteneces a demasiados espacios de trabajo.',
  'Leave one of your teams, then try again.':
    'Abandona uno de tus espacios de trabajo y vuelve a intentarlo.',
  'The team is full.': 'El espacio de trabajo está completo.',
  Teams: 'Espacios de trabajo',
  'You are in no team.': 'No estás en ningún espacio de trabajo.',
  'Team name': 'Nombre del espacio de trabajo',
  'Please enter a team name.': 'Escribe un nombre para el espacio de trabajo.',
  'Create team': 'Crear espacio de trabajo',
  'You are the only owner of a team.': 'Eres el único propietario de un espacio de trabajo.',
  'You are the last person with the permission “{permission}” in a team.':
    'Eres la última persona con el permiso «{permission}» en un espacio de trabajo.',
  'Open the team': 'Abrir el espacio de trabajo',
  'Team creation is unavailable in demo mode.':
    'No se pueden crear espacios de trabajo en el modo de demostración.',
  'You are in too many teams. Leave one first.': 'Estás en demasiados espacios de trabajo. Sal antes de uno.',
  'Team: {name}': 'Espacio de trabajo: {name}',
  'Select a team': 'Elige un espacio de trabajo',
  'No team': 'Ningún espacio de trabajo',
  'Team settings': 'Ajustes del espacio de trabajo',
  'Create a team': 'Crear un espacio de trabajo',
  'All teams': 'Todos los espacios de trabajo',
  'You are not in this team.': 'No estás en este espacio de trabajo.',
  'No API keys yet. Create one for a program that acts for the team.':
    'Aún no hay claves API. Crea una para un programa que actúe en nombre del espacio de trabajo.',
  'Team profile': 'Perfil del espacio de trabajo',
  'Team picture': 'Imagen del espacio de trabajo',
  'You in this team': 'Tú en este espacio de trabajo',
  'Name in this team': 'Nombre en este espacio de trabajo',
  'Your picture in this team': 'Tu imagen en este espacio de trabajo',
  'Remove {name} from the team': 'Quitar a {name} del espacio de trabajo',
  'Remove {name} from the team?': '¿Quitar a {name} del espacio de trabajo?',
  'Leave team': 'Dejar el espacio de trabajo',
  'This team needs an owner.': 'Este espacio de trabajo necesita un propietario.',
  'Only you can administer this team.': 'Solo tú puedes administrar este espacio de trabajo.',
  'Ask an administrator of the team.': 'Pregunta a un administrador del espacio de trabajo.',
  'This member has left the team.': 'Este miembro ha dejado el espacio de trabajo.',
}
