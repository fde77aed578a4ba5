import type { SetUpMessages } from './messages.ts'

export const deDe: SetUpMessages = {
  title: 'Parley einrichten',
  intro:
    'Werden Sie erster Administrator. Diese Installation und der erste Arbeitsbereich des Telefons gehören Ihnen.',
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
  invite: 'Personen einladen',
  inviteBody:
    'Schicken Sie ihnen diesen Link. Wer dort ein Konto anlegt, bekommt eine Nummer, die Sie anrufen können.',
  errors: {
    link: 'Dieser Link ist abgelaufen oder wurde bereits verwendet. Starten Sie Parley neu, um einen neuen zu erhalten.',
    email: 'Geben Sie eine vollständige E-Mail-Adresse ein.',
    taken: 'Diese E-Mail-Adresse wird bereits verwendet. Verwenden Sie eine andere.',
    short: 'Das Passwort muss mindestens 8 Zeichen haben.',
    long: 'Das Passwort darf höchstens 70 Zeichen haben.',
    common: 'Dieses Passwort ist zu verbreitet. Wählen Sie ein anderes.',
    busy: 'Zu viele Versuche. Warten Sie einige Sekunden und versuchen Sie es erneut.',
    other: 'Parley konnte nicht eingerichtet werden. Versuchen Sie es erneut.',
  },
}
