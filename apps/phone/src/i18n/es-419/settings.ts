import type { Translation } from '@parley/i18n'
import type { settings as english } from '../en-US/settings.ts'

export const settings: Translation<typeof english> = {
  'presence.away': 'Ausente',
  'presence.do-not-disturb': 'No molestar',
  'presence.free': 'Disponible',
  'presence.in-call': 'En una llamada',

  'settings.presence': 'Mostrar mi presencia al equipo',
  'settings.presence-hint':
    'El equipo ve si estás disponible, en una llamada o ausente. Si lo desactivas, siempre te ve ausente.',
  'settings.presence-title': 'Presencia',
  'settings.saved': 'Se guardó el ajuste.',
  'settings.sentence':
    'Estos ajustes se aplican en todos tus espacios de trabajo y en todos tus dispositivos.',
  'settings.title': 'Ajustes del teléfono',
}
