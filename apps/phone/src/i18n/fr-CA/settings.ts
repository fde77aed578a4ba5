import type { Translation } from '@parley/i18n'
import type { settings as english } from '../en-US/settings.ts'

export const settings: Translation<typeof english> = {
  'presence.away': 'Absent(e)',
  'presence.do-not-disturb': 'Ne pas déranger',
  'presence.free': 'Disponible',
  'presence.in-call': 'En appel',

  'settings.presence': 'Montrer ma présence à mes collègues',
  'settings.presence-hint':
    'Vos collègues voient si vous êtes disponible, en appel ou absent(e). Si cette option est désactivée, vous semblez toujours absent(e).',
  'settings.presence-title': 'Présence',
  'settings.saved': 'Paramètre enregistré.',
  'settings.sentence':
    'Ces paramètres s’appliquent dans tous vos espaces de travail et sur tous vos appareils.',
  'settings.title': 'Paramètres du téléphone',
}
