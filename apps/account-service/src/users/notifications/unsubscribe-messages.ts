import type { Translation } from '@parley/i18n'
import type { Locale } from '../../locale.ts'

const enUs = {
  title: 'Unsubscribe from e-mails',
  button: 'Unsubscribe',

  'state.confirm': 'You will no longer receive e-mails of this kind from {project}.',
  'state.done':
    'You no longer receive e-mails of this kind from {project}. You can change this in your settings.',
  'state.already-done':
    'You have already unsubscribed from these e-mails. You can change this in your settings.',
  'state.invalid': 'This link is not valid. Open the link in the most recent e-mail.',
  'state.expired': 'This link has expired. Open the link in the most recent e-mail.',
} as const

type Messages = Translation<typeof enUs>

const deDe: Messages = {
  title: 'E-Mails abbestellen',
  button: 'Abbestellen',

  'state.confirm': 'Sie erhalten dann keine E-Mails dieser Art mehr von {project}.',
  'state.done':
    'Sie erhalten keine E-Mails dieser Art mehr von {project}. In Ihren Einstellungen können Sie das ändern.',
  'state.already-done':
    'Sie haben diese E-Mails bereits abbestellt. In Ihren Einstellungen können Sie das ändern.',
  'state.invalid': 'Dieser Link ist ungültig. Öffnen Sie den Link aus der neuesten E-Mail.',
  'state.expired': 'Dieser Link ist abgelaufen. Öffnen Sie den Link aus der neuesten E-Mail.',
}

const es419: Messages = {
  title: 'Dejar de recibir correos',
  button: 'Dejar de recibirlos',

  'state.confirm': 'Ya no recibirás correos de este tipo de {project}.',
  'state.done': 'Ya no recibes correos de este tipo de {project}. Puedes cambiarlo en tu configuración.',
  'state.already-done': 'Ya habías dejado de recibir estos correos. Puedes cambiarlo en tu configuración.',
  'state.invalid': 'Este enlace no es válido. Abre el enlace del correo más reciente.',
  'state.expired': 'Este enlace venció. Abre el enlace del correo más reciente.',
}

const esEs: Messages = {
  title: 'Dejar de recibir correos',
  button: 'Dejar de recibirlos',

  'state.confirm': 'Dejarás de recibir correos de este tipo de {project}.',
  'state.done': 'Ya no recibes correos de este tipo de {project}. Puedes cambiarlo en tus ajustes.',
  'state.already-done': 'Ya habías dejado de recibir estos correos. Puedes cambiarlo en tus ajustes.',
  'state.invalid': 'Este enlace no es válido. Abre el enlace del correo más reciente.',
  'state.expired': 'Este enlace ha caducado. Abre el enlace del correo más reciente.',
}

const frCa: Messages = {
  title: 'Se désabonner des courriels',
  button: 'Se désabonner',

  'state.confirm': 'Vous ne recevrez plus de courriels de ce type de {project}.',
  'state.done':
    'Vous ne recevez plus de courriels de ce type de {project}. Vous pouvez changer cela dans vos paramètres.',
  'state.already-done':
    'Vous êtes déjà désabonné de ces courriels. Vous pouvez changer cela dans vos paramètres.',
  'state.invalid': 'Ce lien n’est pas valide. Ouvrez le lien du courriel le plus récent.',
  'state.expired': 'Ce lien a expiré. Ouvrez le lien du courriel le plus récent.',
}

/** The messages of the unsubscribe page. */
export const unsubscribeMessages = {
  'de-DE': deDe,
  'en-US': enUs,
  'es-419': es419,
  'es-ES': esEs,
  'fr-CA': frCa,
} as const satisfies Readonly<Record<Locale, Messages>>
