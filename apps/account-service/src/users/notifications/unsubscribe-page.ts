import type { CustomResponse } from '@parley/server/http'
import { createPageResponse, escapeHtml, pageBrand, pageStyle } from '@parley/server/pages'
import { type Locale, matchLocale } from '../../locale.ts'

/** State of an unsubscribe link: awaiting confirmation, or a final result. */
export type UnsubscribeState = 'confirm' | 'done' | 'already-done' | 'invalid' | 'expired'

interface PageMessages {
  readonly title: string
  readonly button: string
  readonly states: Readonly<Record<UnsubscribeState, string>>
}

const messagesByLocale: Readonly<Record<Locale, PageMessages>> = {
  'de-DE': {
    title: 'E-Mails abbestellen',
    button: 'Abbestellen',
    states: {
      confirm: 'Sie erhalten dann keine E-Mails dieser Art mehr von {project}.',
      done: 'Sie erhalten keine E-Mails dieser Art mehr von {project}. In Ihren Einstellungen können Sie das ändern.',
      'already-done':
        'Sie haben diese E-Mails bereits abbestellt. In Ihren Einstellungen können Sie das ändern.',
      invalid: 'Dieser Link ist ungültig. Öffnen Sie den Link aus der neuesten E-Mail.',
      expired: 'Dieser Link ist abgelaufen. Öffnen Sie den Link aus der neuesten E-Mail.',
    },
  },
  'en-US': {
    title: 'Unsubscribe from e-mails',
    button: 'Unsubscribe',
    states: {
      confirm: 'You will no longer receive e-mails of this kind from {project}.',
      done: 'You no longer receive e-mails of this kind from {project}. You can change this in your settings.',
      'already-done':
        'You have already unsubscribed from these e-mails. You can change this in your settings.',
      invalid: 'This link is not valid. Open the link in the most recent e-mail.',
      expired: 'This link has expired. Open the link in the most recent e-mail.',
    },
  },
  'es-419': {
    title: 'Dejar de recibir correos',
    button: 'Dejar de recibirlos',
    states: {
      confirm: 'Ya no recibirás correos de este tipo de {project}.',
      done: 'Ya no recibes correos de este tipo de {project}. Puedes cambiarlo en tu configuración.',
      'already-done': 'Ya habías dejado de recibir estos correos. Puedes cambiarlo en tu configuración.',
      invalid: 'Este enlace no es válido. Abre el enlace del correo más reciente.',
      expired: 'Este enlace venció. Abre el enlace del correo más reciente.',
    },
  },
  'es-ES': {
    title: 'Dejar de recibir correos',
    button: 'Dejar de recibirlos',
    states: {
      confirm: 'Dejarás de recibir correos de este tipo de {project}.',
      done: 'Ya no recibes correos de este tipo de {project}. Puedes cambiarlo en tus ajustes.',
      'already-done': 'Ya habías dejado de recibir estos correos. Puedes cambiarlo en tus ajustes.',
      invalid: 'Este enlace no es válido. Abre el enlace del correo más reciente.',
      expired: 'Este enlace ha caducado. Abre el enlace del correo más reciente.',
    },
  },
  'fr-CA': {
    title: 'Se désabonner des courriels',
    button: 'Se désabonner',
    states: {
      confirm: 'Vous ne recevrez plus de courriels de ce type de {project}.',
      done: 'Vous ne recevez plus de courriels de ce type de {project}. Vous pouvez changer cela dans vos paramètres.',
      'already-done':
        'Vous êtes déjà désabonné de ces courriels. Vous pouvez changer cela dans vos paramètres.',
      invalid: 'Ce lien n’est pas valide. Ouvrez le lien du courriel le plus récent.',
      expired: 'Ce lien a expiré. Ouvrez le lien du courriel le plus récent.',
    },
  },
}

interface PageOptions {
  readonly state: UnsubscribeState
  readonly acceptLanguage: string | null
  /** Empty if the link belongs to no project. */
  readonly projectName: string
}

/** Renders the unsubscribe page. Its form posts to the URL of the page. */
export function renderUnsubscribePage({
  state,
  acceptLanguage,
  projectName,
}: PageOptions): CustomResponse<string> {
  const lang = matchLocale(acceptLanguage)
  const { title, button, states } = messagesByLocale[lang]
  const text = escapeHtml(states[state].replace('{project}', () => projectName))
  const form = `<form method="post"><button>${escapeHtml(button)}</button></form>`
  return createPageResponse({
    lang,
    title,
    style: pageStyle,
    hasForm: true,
    body: `${pageBrand}<main class="card"><h1>${escapeHtml(title)}</h1><p>${text}</p>${state === 'confirm' ? form : ''}</main>`,
  })
}
