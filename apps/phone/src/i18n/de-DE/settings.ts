import type { Translation } from '@parley/i18n'
import type { settings as english } from '../en-US/settings.ts'

export const settings: Translation<typeof english> = {
  'presence.away': 'Abwesend',
  'presence.do-not-disturb': 'Nicht stören',
  'presence.free': 'Frei',
  'presence.in-call': 'Im Gespräch',

  'settings.presence': 'Dem Team meine Anwesenheit zeigen',
  'settings.presence-hint':
    'Ihr Team sieht, ob Sie frei, im Gespräch oder abwesend sind. Ausgeschaltet erscheinen Sie immer als abwesend.',
  'settings.presence-title': 'Anwesenheit',
  'settings.saved': 'Einstellung gespeichert.',
  'settings.sentence':
    'Diese Einstellungen gelten in allen Ihren Arbeitsbereichen und auf allen Ihren Geräten.',
  'settings.title': 'Telefoneinstellungen',
}
