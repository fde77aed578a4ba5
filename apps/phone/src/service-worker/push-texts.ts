interface PushTexts {
  readonly incoming: string
  readonly incomingFor: (workspace: string) => string
  readonly missed: string
  readonly answered: string
  readonly withheld: string
  readonly answer: string
  readonly dismiss: string
}

const english: PushTexts = {
  incoming: 'Incoming call',
  incomingFor: (workspace) => `Incoming call for ${workspace}`,
  missed: 'Missed call',
  answered: 'The call no longer rings.',
  withheld: 'Withheld number',
  answer: 'Answer',
  dismiss: 'Dismiss',
}

const german: PushTexts = {
  incoming: 'Eingehender Anruf',
  incomingFor: (workspace) => `Eingehender Anruf für ${workspace}`,
  missed: 'Verpasster Anruf',
  answered: 'Der Anruf klingelt nicht mehr.',
  withheld: 'Unterdrückte Nummer',
  answer: 'Annehmen',
  dismiss: 'Schließen',
}

const spanish: PushTexts = {
  incoming: 'Llamada entrante',
  incomingFor: (workspace) => `Llamada entrante para ${workspace}`,
  missed: 'Llamada perdida',
  answered: 'La llamada ya no suena.',
  withheld: 'Número oculto',
  answer: 'Responder',
  dismiss: 'Cerrar',
}

const french: PushTexts = {
  incoming: 'Appel entrant',
  incomingFor: (workspace) => `Appel entrant pour ${workspace}`,
  missed: 'Appel manqué',
  answered: 'L’appel ne sonne plus.',
  withheld: 'Numéro masqué',
  answer: 'Répondre',
  dismiss: 'Fermer',
}

/**
 * Returns the texts of notifications in a language. The service worker does not load the catalogues of the
 * pages: a notification must not wait for them.
 */
export function getPushTexts(locale: string): PushTexts {
  if (locale.startsWith('de')) return german
  if (locale.startsWith('es')) return spanish
  return locale.startsWith('fr') ? french : english
}
