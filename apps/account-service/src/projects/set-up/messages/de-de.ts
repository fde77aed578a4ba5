import type { SetUpMessages } from './en-us.ts'

export const deDe: SetUpMessages = {
  title: 'Parley einrichten',
  intro:
    'Werden Sie erster Administrator. Diese Installation und der erste Arbeitsbereich des Telefons gehören Ihnen.',
  name: 'Name',
  email: 'E-Mail',
  workspace: 'Arbeitsbereich',
  'workspace-proposal': 'Meine Firma',
  'workspace-hint': 'Ihre Kollegen sehen diesen Namen. Sie können ihn später ändern.',
  password: 'Passwort',
  'show-password': 'Passwort anzeigen',
  'hide-password': 'Passwort verbergen',
  'password-hint': '8 bis 70 Zeichen',
  language: 'Sprache',
  submit: 'Administrator werden',
  'no-token':
    'Der Link ist unvollständig. Kopieren Sie den ganzen Link aus dem Terminal, in dem Parley gestartet wurde.',
  done: 'Parley ist eingerichtet',
  'done-body': 'Machen Sie im Telefon weiter. Dort sind Sie angemeldet.',
  'open-phone': 'Telefon öffnen',
  'open-phone-body': 'Rufen Sie vom Wählfeld aus Echo an und hören Sie sich selbst.',
  'add-trunk': 'Leitung hinzufügen',
  'add-trunk-body':
    'Sie verbindet Ihren Arbeitsbereich mit dem Telefonnetz. Bis dahin bleiben Anrufe in Parley.',
  invite: 'Personen einladen',
  'invite-body':
    'Schicken Sie ihnen eine Einladung in Ihren Arbeitsbereich. Wer beitritt, bekommt eine Nummer, die Sie anrufen können.',

  used: 'Parley ist schon eingerichtet',
  'used-body':
    'Der Link für den ersten Administrator gilt einmal und wurde schon verwendet. Melden Sie sich am Telefon an, oder bitten Sie den Administrator um Zugang.',
  expired: 'Dieser Link ist abgelaufen',
  'expired-body': 'Starten Sie Parley neu, um einen neuen zu erhalten.',

  'error.link':
    'Dieser Link ist abgelaufen oder wurde bereits verwendet. Starten Sie Parley neu, um einen neuen zu erhalten.',
  'error.name': 'Geben Sie Ihren Namen ein.',
  'error.email': 'Geben Sie eine vollständige E-Mail-Adresse ein.',
  'error.workspace': 'Geben Sie einen Namen für den Arbeitsbereich ein.',
  'error.taken': 'Diese E-Mail-Adresse wird bereits verwendet. Verwenden Sie eine andere.',
  'error.short': 'Das Passwort muss mindestens 8 Zeichen haben.',
  'error.long': 'Das Passwort darf höchstens 70 Zeichen haben.',
  'error.common': 'Dieses Passwort ist zu verbreitet. Wählen Sie ein anderes.',
  'error.simple':
    'Dieses Passwort besteht nur aus einem wiederholten Zeichen, aus Leerzeichen oder aus Ihrer E-Mail-Adresse. Wählen Sie ein anderes.',
  'error.busy': 'Zu viele Versuche. Warten Sie einige Sekunden und versuchen Sie es erneut.',
  'error.other': 'Parley konnte nicht eingerichtet werden. Versuchen Sie es erneut.',
}
