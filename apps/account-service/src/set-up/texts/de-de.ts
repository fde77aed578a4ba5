import type { SetUpTexts } from './text.ts'

export const deDe: SetUpTexts = {
  title: 'Parley einrichten',
  intro:
    'Werde erster Administrator. Diese Installation gehört dir, und der erste Arbeitsbereich des Telefons auch.',
  name: 'Name',
  email: 'E-Mail',
  password: 'Passwort',
  passwordHint: '8 bis 70 Zeichen',
  submit: 'Administrator werden',
  noToken:
    'Der Link ist unvollständig. Kopiere den ganzen Link aus dem Terminal, in dem Parley gestartet wurde.',
  done: 'Parley ist eingerichtet',
  doneBody: 'Melde dich mit E-Mail und Passwort beim Telefon an.',
  openPhone: 'Telefon öffnen',
  errors: {
    link: 'Dieser Link ist abgelaufen oder wurde benutzt. Starte Parley neu, um einen anderen zu erhalten.',
    email: 'Das ist keine vollständige E-Mail-Adresse. Prüfe sie.',
    taken: 'Mit dieser E-Mail hat sich schon jemand registriert. Nimm eine andere.',
    short: 'Das Passwort ist zu kurz. Nimm mindestens 8 Zeichen.',
    long: 'Das Passwort ist zu lang. Nimm höchstens 70 Zeichen.',
    busy: 'Zu viele Versuche in kurzer Zeit. Warte ein paar Sekunden und versuche es noch einmal.',
    other: 'Parley konnte nicht eingerichtet werden. Versuche es noch einmal.',
  },
}
