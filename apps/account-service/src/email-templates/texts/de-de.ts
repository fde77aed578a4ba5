import type { EmailTexts } from './text.ts'

export const deDe: EmailTexts = {
  verification: {
    subject: 'Bestätige deine E-Mail-Adresse bei {project}',
    heading: 'Bestätige deine E-Mail-Adresse',
    body: 'Jemand, hoffentlich du, hat diese Adresse für ein Konto bei {project} angegeben. Bestätige, dass sie dir gehört. Der Link gilt einmal und eine Stunde lang.',
    button: 'Adresse bestätigen',
    ignore: 'Warst du das nicht, ignoriere diese E-Mail. Ohne den Link geschieht nichts.',
  },
  passwordReset: {
    subject: 'Setze dein Passwort bei {project} zurück',
    heading: 'Setze dein Passwort zurück',
    body: 'Jemand, hoffentlich du, hat ein anderes Passwort für das Konto verlangt, das diese Adresse bei {project} hat. Der Link gilt einmal und eine Stunde lang.',
    button: 'Passwort wählen',
    ignore: 'Warst du das nicht, ignoriere diese E-Mail. Dein Passwort bleibt, wie es ist.',
  },
  magicLink: {
    subject: 'Anmelden bei {project}: dein Code ist {otp}',
    heading: 'Anmelden bei {project}',
    body: 'Öffne den Link in dem Browser, in dem du dich anmelden willst. Er gilt einmal und zehn Minuten lang.',
    button: 'Anmelden',
    orCode: 'Oder gib diesen Code dort ein, wo du ihn angefordert hast:',
    ignore: 'Hast du das nicht angefordert, ignoriere diese E-Mail und gib den Code niemandem.',
  },
  teamInvitation: {
    subject: 'Einladung zu {team}',
    heading: 'Tritt {team} bei',
    body: 'Jemand von {team} bei {project} lädt dich ein, beizutreten. Der Link gilt einmal und sieben Tage lang.',
    button: 'Dem Team beitreten',
    ignore: 'Kennst du dieses Team nicht, ignoriere diese E-Mail. Ohne den Link geschieht nichts.',
  },
  signInInvitation: {
    subject: 'Einladung, dich bei {project} anzumelden',
    heading: 'Anmelden bei {project}',
    body: '{team} lädt dich zu {project} ein. Öffne den Link und melde dich an, oder lege mit dieser Adresse ein Konto an.',
    button: 'Zur Anmeldung',
    ignore: 'Hast du das nicht erwartet, ignoriere diese E-Mail.',
  },
  signInChanged: {
    subject: 'Deine Anmeldung bei {project} hat sich geändert',
    heading: 'Deine Anmeldung hat sich geändert',
    changes: {
      'password-changed': 'Das Passwort deines Kontos bei {project} wurde geändert.',
      'passkey-added': 'Deinem Konto bei {project} wurde ein Passkey hinzugefügt.',
      'passkey-removed': 'Der Passkey deines Kontos bei {project} wurde entfernt.',
      'second-factor-on': 'Dein Konto bei {project} verlangt jetzt einen zweiten Faktor.',
      'second-factor-off': 'Dein Konto bei {project} verlangt keinen zweiten Faktor mehr.',
      'recovery-code-used': 'Mit einem Wiederherstellungscode wurde dein Konto bei {project} geöffnet.',
      'recovery-codes-made':
        'Für dein Konto bei {project} wurden Wiederherstellungscodes erzeugt. Frühere gelten nicht mehr.',
      'provider-linked': 'Ein Konto eines anderen Anbieters wurde mit deinem Konto bei {project} verknüpft.',
      'provider-unlinked': 'Ein Konto eines anderen Anbieters wurde von deinem Konto bei {project} gelöst.',
      'code-sign-in-on':
        'Bei deinem Konto bei {project} kann man sich jetzt mit einem Code per E-Mail anmelden.',
      'code-sign-in-off':
        'Bei deinem Konto bei {project} kann man sich nicht mehr mit einem Code per E-Mail anmelden.',
      'address-added': 'Deinem Konto bei {project} wurde eine E-Mail-Adresse hinzugefügt.',
      'address-removed': 'Von deinem Konto bei {project} wurde eine E-Mail-Adresse entfernt.',
      'primary-address-changed': 'Dein Konto bei {project} hat jetzt eine andere Haupt-E-Mail-Adresse.',
    },
    ignore: 'Warst du das nicht, setze sofort dein Passwort zurück und sieh deine Sitzungen durch.',
  },
  orLink: 'Falls die Schaltfläche nicht funktioniert, öffne diese Adresse:',
  unsubscribe: 'Solche E-Mails abbestellen',
}
