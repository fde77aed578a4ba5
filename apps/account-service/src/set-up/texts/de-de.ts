import type { SetUpTexts } from './text.ts'

export const deDe: SetUpTexts = {
  title: 'Parley einrichten',
  intro:
    'Werden Sie erster Administrator. Diese Installation gehört Ihnen, und der erste Arbeitsbereich des Telefons auch.',
  name: 'Name',
  email: 'E-Mail',
  password: 'Passwort',
  passwordHint: '8 bis 70 Zeichen',
  submit: 'Administrator werden',
  noToken:
    'Der Link ist unvollständig. Kopieren Sie den ganzen Link aus dem Terminal, in dem Parley gestartet wurde.',
  done: 'Parley ist eingerichtet',
  doneBody: 'Melden Sie sich mit E-Mail und Passwort an. Danach:',
  openPhone: 'Telefon öffnen',
  openPhoneBody: 'Rufen Sie vom Wählfeld aus Echo an und hören Sie sich selbst.',
  addTrunk: 'Leitung hinzufügen',
  addTrunkBody: 'Sie verbindet Ihr Team mit dem Telefonnetz. Bis dahin bleiben Anrufe in Parley.',
  invite: 'Leute einladen',
  inviteBody:
    'Schicken Sie ihnen diesen Link. Wer dort ein Konto anlegt, bekommt eine Nummer, die Sie anrufen können.',
  errors: {
    link: 'Dieser Link ist abgelaufen oder wurde benutzt. Starten Sie Parley neu, um einen anderen zu erhalten.',
    email: 'Das ist keine vollständige E-Mail-Adresse. Prüfen Sie sie.',
    taken: 'Mit dieser E-Mail hat sich schon jemand registriert. Nehmen Sie eine andere.',
    short: 'Das Passwort braucht mindestens 8 Zeichen.',
    long: 'Das Passwort darf höchstens 70 Zeichen haben.',
    common: 'Dieses Passwort wird als eines der ersten erraten. Nehmen Sie ein anderes.',
    busy: 'Zu viele Versuche in kurzer Zeit. Warten Sie ein paar Sekunden und versuchen Sie es noch einmal.',
    other: 'Parley konnte nicht eingerichtet werden. Versuchen Sie es noch einmal.',
  },
}
