import type { Reply } from '@parley/server/http'
import { escapeHtml, pageBrand, pageReply, pageStyle } from '@parley/server/pages'
import { type Locale, localeFor } from '../locale.ts'

/** What became of a link: it asks, or says why not. */
export type UnsubscribeState = 'asks' | 'done' | 'already-done' | 'invalid' | 'expired'

interface PageTexts {
  readonly title: string
  readonly button: string
  readonly states: Readonly<Record<UnsubscribeState, string>>
}

const catalogue: Readonly<Record<Locale, PageTexts>> = {
  'de-DE': {
    title: 'E-Mails abbestellen',
    button: 'Abbestellen',
    states: {
      asks: 'Sie bekommen dann keine E-Mails dieser Art von {project} mehr.',
      done: 'Sie bekommen keine E-Mails dieser Art von {project} mehr. In Ihren Einstellungen können Sie das ändern.',
      'already-done':
        'Diese E-Mails sind schon abbestellt worden. In Ihren Einstellungen können Sie das ändern.',
      invalid: 'Dieser Link ist ungültig. Öffnen Sie den Link aus der neuesten E-Mail.',
      expired: 'Dieser Link ist abgelaufen. Öffnen Sie den Link aus der neuesten E-Mail.',
    },
  },
  'en-US': {
    title: 'Unsubscribe from e-mails',
    button: 'Unsubscribe',
    states: {
      asks: 'You will get no more e-mails of this kind from {project}.',
      done: 'You get no more e-mails of this kind from {project}. You can change that in your settings.',
      'already-done':
        'These e-mails have been unsubscribed from already. You can change that in your settings.',
      invalid: 'This link is not valid. Open the link of the newest e-mail.',
      expired: 'This link has expired. Open the link of the newest e-mail.',
    },
  },
  'es-419': {
    title: 'Dejar de recibir correos',
    button: 'Dejar de recibirlos',
    states: {
      asks: 'Ya no recibirás correos de este tipo de {project}.',
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
      asks: 'Dejarás de recibir correos de este tipo de {project}.',
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
      asks: 'Vous ne recevrez plus de courriels de ce type de {project}.',
      done: 'Vous ne recevez plus de courriels de ce type de {project}. Vous pouvez changer cela dans vos paramètres.',
      'already-done':
        'Vous êtes déjà désabonné de ces courriels. Vous pouvez changer cela dans vos paramètres.',
      invalid: 'Ce lien n’est pas valide. Ouvrez le lien du courriel le plus récent.',
      expired: 'Ce lien a expiré. Ouvrez le lien du courriel le plus récent.',
    },
  },
}

interface PageOrder {
  readonly state: UnsubscribeState
  readonly acceptLanguage: string | null
  /** Empty where the link leads to no project. */
  readonly projectName: string
}

/** The page of the link. Its form goes back to the address that it was opened with. */
export function unsubscribePage({ state, acceptLanguage, projectName }: PageOrder): Reply<string> {
  const lang = localeFor(acceptLanguage)
  const { title, button, states } = catalogue[lang]
  const text = escapeHtml(states[state].replace('{project}', () => projectName))
  const form = `<form method="post"><button>${escapeHtml(button)}</button></form>`
  return pageReply({
    lang,
    title,
    style: pageStyle,
    hasForm: true,
    body: `${pageBrand}<main class="card"><h1>${escapeHtml(title)}</h1><p>${text}</p>${state === 'asks' ? form : ''}</main>`,
  })
}
