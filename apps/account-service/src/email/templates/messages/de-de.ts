import type { EmailMessages } from './messages.ts'

export const deDe: EmailMessages = {
  verification: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse bei {project}',
    heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
    body: 'Diese E-Mail-Adresse wurde für ein Konto bei {project} angegeben. Bestätigen Sie, dass sie Ihnen gehört. Der Link kann eine Stunde lang einmal verwendet werden.',
    button: 'Adresse bestätigen',
    ignore:
      'Waren Sie das nicht, ignorieren Sie diese E-Mail. Solange der Link nicht geöffnet wird, ändert sich nichts.',
  },
  passwordReset: {
    subject: 'Setzen Sie Ihr Passwort bei {project} zurück',
    heading: 'Setzen Sie Ihr Passwort zurück',
    body: 'Für Ihr Konto bei {project} wurde angefordert, das Passwort zurückzusetzen. Der Link kann eine Stunde lang einmal verwendet werden.',
    button: 'Passwort wählen',
    ignore: 'Waren Sie das nicht, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',
  },
  magicLink: {
    subject: 'Anmelden bei {project}: Ihr Code ist {otp}',
    heading: 'Anmelden bei {project}',
    body: 'Öffnen Sie den Link in dem Browser, in dem Sie ihn angefordert haben. Er kann zehn Minuten lang einmal verwendet werden.',
    button: 'Anmelden',
    orCode: 'Oder geben Sie diesen Code dort ein, wo Sie ihn angefordert haben:',
    ignore:
      'Haben Sie das nicht angefordert, ignorieren Sie diese E-Mail und geben Sie den Code an niemanden weiter.',
  },
  teamInvitation: {
    subject: 'Einladung zu {team}',
    heading: 'Treten Sie {team} bei',
    body: 'Ein Mitglied von {team} bei {project} hat Sie eingeladen, beizutreten. Der Link kann sieben Tage lang einmal verwendet werden.',
    button: 'Dem Team beitreten',
    ignore:
      'Kennen Sie dieses Team nicht, ignorieren Sie diese E-Mail. Solange der Link nicht geöffnet wird, ändert sich nichts.',
  },
  signInInvitation: {
    subject: 'Einladung zu {project}',
    heading: 'Anmelden bei {project}',
    body: '{team} hat Sie zu {project} eingeladen. Öffnen Sie den Link, um sich anzumelden, oder legen Sie mit dieser E-Mail-Adresse ein Konto an.',
    button: 'Zur Anmeldung',
    ignore: 'Haben Sie das nicht erwartet, ignorieren Sie diese E-Mail.',
  },
  addressUnverified: {
    subject: 'Anmelden bei {project}: Bestätigen Sie zuerst Ihre E-Mail-Adresse',
    heading: 'Bestätigen Sie zuerst Ihre E-Mail-Adresse',
    body: 'Für {project} wurde ein Link zum Anmelden angefordert. Ihre E-Mail-Adresse ist noch nicht bestätigt, deshalb wurde kein Link gesendet. Öffnen Sie die Bestätigungs-E-Mail von der Registrierung, oder melden Sie sich mit Ihrem Passwort an.',
    ignore: 'Waren Sie das nicht, ignorieren Sie diese E-Mail. Niemand wurde angemeldet.',
  },
  signInChanged: {
    subject: 'Ihre Anmeldung bei {project} hat sich geändert',
    heading: 'Ihre Anmeldung hat sich geändert',
    changes: {
      'password-changed': 'Das Passwort Ihres Kontos bei {project} wurde geändert.',
      'passkey-added': 'Ihrem Konto bei {project} wurde ein Passkey hinzugefügt.',
      'passkey-removed': 'Der Passkey Ihres Kontos bei {project} wurde entfernt.',
      'second-factor-on': 'Ihr Konto bei {project} verlangt jetzt einen zweiten Faktor.',
      'second-factor-off': 'Ihr Konto bei {project} verlangt keinen zweiten Faktor mehr.',
      'recovery-code-used':
        'Ein Wiederherstellungscode wurde für die Anmeldung bei Ihrem Konto bei {project} verwendet.',
      'recovery-codes-made':
        'Für Ihr Konto bei {project} wurden neue Wiederherstellungscodes erzeugt. Frühere gelten nicht mehr.',
      'provider-linked':
        'Ein Konto bei einem anderen Anbieter wurde mit Ihrem Konto bei {project} verknüpft.',
      'provider-unlinked':
        'Die Verknüpfung Ihres Kontos bei {project} mit einem Konto bei einem anderen Anbieter wurde aufgehoben.',
      'code-sign-in-on':
        'Sie können sich bei {project} jetzt mit einem Code anmelden, der per E-Mail gesendet wird.',
      'code-sign-in-off':
        'Sie können sich bei {project} nicht mehr mit einem Code anmelden, der per E-Mail gesendet wird.',
      'address-added': 'Ihrem Konto bei {project} wurde eine E-Mail-Adresse hinzugefügt.',
      'address-removed': 'Von Ihrem Konto bei {project} wurde eine E-Mail-Adresse entfernt.',
      'primary-address-changed': 'Die primäre E-Mail-Adresse Ihres Kontos bei {project} wurde geändert.',
    },
    ignore: 'Waren Sie das nicht, setzen Sie sofort Ihr Passwort zurück und überprüfen Sie Ihre Sitzungen.',
  },
  orLink: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:',
  unsubscribe: 'Solche E-Mails abbestellen',
}
