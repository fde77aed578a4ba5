import type { ComponentMessages } from './en-US.ts'

export const componentsDeDE: ComponentMessages = {
  'user.menu': 'Konto von {name}',
  'user.menu-signed-out': 'Konto',
  'user.settings': 'Kontoeinstellungen',
  'user.sign-in': 'Anmelden',
  'user.sign-up': 'Konto anlegen',
  'user.sign-out': 'Abmelden',
  'user.toggle-theme': 'Zwischen Hell und Dunkel wechseln',

  'teams.switch': 'Team: {name}',
  'teams.select': 'Team auswählen',
  'teams.label': 'Teams',
  'teams.none': 'Kein Team',
  'teams.settings': 'Team-Einstellungen',
  'teams.create': 'Team erstellen',

  'impersonation.label': 'Im Namen des Benutzers',
  'impersonation.as': 'Sie handeln als {name}.',
}
