import type { AnnouncementLanguage } from '@parley/call-engine'
import type { MailContent } from './send-through-server.ts'

const texts: Readonly<Record<AnnouncementLanguage, readonly [subject: string, text: string]>> = {
  'de-DE': [
    'Test des Mailservers',
    'Dieser Mailserver nimmt die E-Mails Ihres Arbeitsbereichs an. Sie müssen nichts weiter tun.',
  ],
  'en-US': [
    'Test of the mail server',
    'This mail server accepts the e-mails of your workspace. You need not do anything else.',
  ],
  'es-419': [
    'Prueba del servidor de correo',
    'Este servidor de correo acepta los correos de su espacio de trabajo. No tiene que hacer nada más.',
  ],
  'es-ES': [
    'Prueba del servidor de correo',
    'Este servidor de correo acepta los correos de su espacio de trabajo. No tiene que hacer nada más.',
  ],
  'fr-CA': [
    'Test du serveur de messagerie',
    'Ce serveur de messagerie accepte les courriels de votre espace de travail. Vous n’avez rien d’autre à faire.',
  ],
}

export function createTestMail(to: string, language: AnnouncementLanguage): MailContent {
  const [subject, text] = texts[language]
  return { to, subject, text, html: `<p>${text}</p>`, locale: language }
}
