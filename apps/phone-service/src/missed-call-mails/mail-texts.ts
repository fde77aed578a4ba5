import type { AnnouncementLanguage } from '@parley/call-engine'

export interface MailTexts {
  readonly subjectOne: (caller: string) => string
  readonly subjectMany: (count: number) => string
  readonly sentence: (workspace: string) => string
  readonly further: (count: number) => string
  readonly withheld: string
  /** The caller has left a message. */
  readonly message: string
  readonly settings: string
}

const english: MailTexts = {
  subjectOne: (caller) => `Missed call from ${caller}`,
  subjectMany: (count) => `${count} missed calls`,
  sentence: (workspace) => `You missed in ${workspace}:`,
  further: (count) => `And ${count} more.`,
  withheld: 'Withheld number',
  message: 'left a message',
  settings: 'Choose in the settings of your phone which missed calls are mailed to you.',
}

const german: MailTexts = {
  subjectOne: (caller) => `Verpasster Anruf von ${caller}`,
  subjectMany: (count) => `${count} verpasste Anrufe`,
  sentence: (workspace) => `Sie haben in ${workspace} verpasst:`,
  further: (count) => `Und ${count} weitere.`,
  withheld: 'Unterdrückte Nummer',
  message: 'hat eine Nachricht hinterlassen',
  settings:
    'In den Einstellungen Ihres Telefons wählen Sie, welche verpassten Anrufe Sie als E-Mail bekommen.',
}

const spanish: MailTexts = {
  subjectOne: (caller) => `Llamada perdida de ${caller}`,
  subjectMany: (count) => `${count} llamadas perdidas`,
  sentence: (workspace) => `Llamadas perdidas en ${workspace}:`,
  further: (count) => `Y ${count} más.`,
  withheld: 'Número oculto',
  message: 'dejó un mensaje',
  settings: 'En la configuración de tu teléfono eliges qué llamadas perdidas recibes por correo.',
}

const french: MailTexts = {
  subjectOne: (caller) => `Appel manqué de ${caller}`,
  subjectMany: (count) => `${count} appels manqués`,
  sentence: (workspace) => `Appels manqués dans ${workspace} :`,
  further: (count) => `Et ${count} de plus.`,
  withheld: 'Numéro masqué',
  message: 'a laissé un message',
  settings: 'Dans les paramètres de votre téléphone, vous choisissez quels appels manqués vous sont envoyés.',
}

/** The texts of e-mails about missed calls, by the language of the workspace. */
export const mailTexts: Readonly<Record<AnnouncementLanguage, MailTexts>> = {
  'en-US': english,
  'de-DE': german,
  'es-419': spanish,
  'es-ES': spanish,
  'fr-CA': french,
}
