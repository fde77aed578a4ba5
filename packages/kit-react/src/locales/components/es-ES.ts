import type { ComponentMessages } from './en-US.ts'

export const componentsEsES: ComponentMessages = {
  'user.menu': 'Cuenta de {name}',
  'user.menu-signed-out': 'Cuenta',
  'user.settings': 'Ajustes de la cuenta',
  'user.sign-in': 'Iniciar sesión',
  'user.sign-up': 'Crear una cuenta',
  'user.sign-out': 'Cerrar sesión',
  'user.toggle-theme': 'Cambiar entre claro y oscuro',

  'teams.switch': 'Equipo: {name}',
  'teams.select': 'Elige un equipo',
  'teams.label': 'Equipos',
  'teams.none': 'Ningún equipo',
  'teams.settings': 'Ajustes del equipo',
  'teams.create': 'Crear un equipo',

  'impersonation.label': 'En nombre del usuario',
  'impersonation.as': 'Actúas como {name}.',
}
