import type { EmailTexts } from './text.ts'

export const deDe: EmailTexts = {
  verification: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse bei {project}',
    heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
    body: 'Jemand, hoffentlich Sie selbst, hat diese Adresse für ein Konto bei {project} angegeben. Bestätigen Sie, dass sie Ihnen gehört. Der Link gilt einmal und eine Stunde lang.',
    button: 'Adresse bestätigen',
    ignore: 'Waren Sie das nicht, ignorieren Sie diese E-Mail. Ohne den Link geschieht nichts.',
  },
  passwordReset: {
    subject: 'Setzen Sie Ihr Passwort bei {project} zurück',
    heading: 'Setzen Sie Ihr Passwort zurück',
    body: 'Jemand, hoffentlich Sie selbst, hat ein anderes Passwort für das Konto verlangt, das diese Adresse bei {project} hat. Der Link gilt einmal und eine Stunde lang.',
    button: 'Passwort wählen',
    ignore: 'Waren Sie das nicht, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist.',
  },
  magicLink: {
    subject: 'Anmelden bei {project}: Ihr Code ist {otp}',
    heading: 'Anmelden bei {project}',
    body: 'Öffnen Sie den Link in dem Browser, in dem Sie ihn angefordert haben. Er gilt einmal und zehn Minuten lang.',
    button: 'Anmelden',
    orCode: 'Oder geben Sie diesen Code dort ein, wo Sie ihn angefordert haben:',
    ignore: 'Haben Sie das nicht angefordert, ignorieren Sie diese E-Mail und geben Sie den Code niemandem.',
  },
  teamInvitation: {
    subject: 'Einladung zu {team}',
    heading: 'Treten Sie {team} bei',
    body: 'Jemand von {team} bei {project} lädt Sie ein, beizutreten. Der Link gilt einmal und sieben Tage lang.',
    button: 'Dem Team beitreten',
    ignore: 'Kennen Sie dieses Team nicht, ignorieren Sie diese E-Mail. Ohne den Link geschieht nichts.',
  },
  signInInvitation: {
    subject: 'Einladung, sich bei {project} anzumelden',
    heading: 'Anmelden bei {project}',
    body: '{team} lädt Sie zu {project} ein. Öffnen Sie den Link und melden Sie sich an, oder legen Sie mit dieser Adresse ein Konto an.',
    button: 'Zur Anmeldung',
    ignore: 'Haben Sie das nicht erwartet, ignorieren Sie diese E-Mail.',
  },
  addressUnverified: {
    subject: 'Anmelden bei {project}: Bestätigen Sie zuerst Ihre Adresse',
    heading: 'Bestätigen Sie zuerst Ihre Adresse',
    body: 'Jemand, hoffentlich Sie, hat einen Link zum Anmelden bei {project} angefordert. Das Konto dieser Adresse hat sie noch nicht bestätigt, deshalb gibt es keinen Link. Öffnen Sie die Bestätigungs-E-Mail von der Registrierung, oder melden Sie sich mit Ihrem Passwort an.',
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
      'recovery-code-used': 'Mit einem Wiederherstellungscode wurde Ihr Konto bei {project} geöffnet.',
      'recovery-codes-made':
        'Für Ihr Konto bei {project} wurden Wiederherstellungscodes erzeugt. Frühere gelten nicht mehr.',
      'provider-linked': 'Ein Konto eines anderen Anbieters wurde mit Ihrem Konto bei {project} verknüpft.',
      'provider-unlinked': 'Ein Konto eines anderen Anbieters wurde von Ihrem Konto bei {project} gelöst.',
      'code-sign-in-on':
        'Bei Ihrem Konto bei {project} kann man sich jetzt mit einem Code per E-Mail anmelden.',
      'code-sign-in-off':
        'Bei Ihrem Konto bei {project} kann man sich nicht mehr mit einem Code per E-Mail anmelden.',
      'address-added': 'Ihrem Konto bei {project} wurde eine E-Mail-Adresse hinzugefügt.',
      'address-removed': 'Von Ihrem Konto bei {project} wurde eine E-Mail-Adresse entfernt.',
      'primary-address-changed': 'Ihr Konto bei {project} hat jetzt eine andere Haupt-E-Mail-Adresse.',
    },
    ignore: 'Waren Sie das nicht, setzen Sie sofort Ihr Passwort zurück und sehen Sie Ihre Sitzungen durch.',
  },
  orLink: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  unsubscribe: 'Solche E-Mails abbestellen',
}
