import type { EmailMessages } from './en-us.ts'

export const deDe: EmailMessages = {
  'email-verification.subject': 'Bestätigen Sie Ihre E-Mail-Adresse bei {project}',
  'email-verification.heading': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'email-verification.body':
    'Diese E-Mail-Adresse wurde für ein Konto bei {project} angegeben. Bestätigen Sie, dass sie Ihnen gehört. Der Link kann eine Stunde lang einmal verwendet werden.',
  'email-verification.button': 'Adresse bestätigen',
  'email-verification.ignore':
    'Waren Sie das nicht, ignorieren Sie diese E-Mail. Solange der Link nicht geöffnet wird, ändert sich nichts.',

  'password-reset.subject': 'Setzen Sie Ihr Passwort bei {project} zurück',
  'password-reset.heading': 'Setzen Sie Ihr Passwort zurück',
  'password-reset.body':
    'Für Ihr Konto bei {project} wurde angefordert, das Passwort zurückzusetzen. Der Link kann eine Stunde lang einmal verwendet werden.',
  'password-reset.button': 'Passwort wählen',
  'password-reset.ignore':
    'Waren Sie das nicht, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',

  'magic-link.subject': 'Anmelden bei {project}: Ihr Code ist {otp}',
  'magic-link.heading': 'Anmelden bei {project}',
  'magic-link.body':
    'Öffnen Sie den Link in dem Browser, in dem Sie ihn angefordert haben. Er kann zehn Minuten lang einmal verwendet werden.',
  'magic-link.button': 'Anmelden',
  'magic-link.or-code': 'Oder geben Sie diesen Code dort ein, wo Sie ihn angefordert haben:',
  'magic-link.ignore':
    'Haben Sie das nicht angefordert, ignorieren Sie diese E-Mail und geben Sie den Code an niemanden weiter.',

  'team-invitation.subject': 'Einladung zu {team}',
  'team-invitation.heading': 'Treten Sie {team} bei',
  'team-invitation.body':
    'Ein Mitglied von {team} bei {project} hat Sie eingeladen, beizutreten. Der Link kann sieben Tage lang einmal verwendet werden.',
  'team-invitation.button': 'Dem Team beitreten',
  'team-invitation.ignore':
    'Kennen Sie dieses Team nicht, ignorieren Sie diese E-Mail. Solange der Link nicht geöffnet wird, ändert sich nichts.',
  'team-invitation.unnamed-subject': 'Einladung in ein Team bei {project}',
  'team-invitation.unnamed-heading': 'Treten Sie einem Team bei',
  'team-invitation.unnamed-body':
    'Sie wurden bei {project} in ein Team eingeladen. Der Link kann sieben Tage lang einmal verwendet werden.',
  'team-invitation.unnamed-ignore':
    'Haben Sie das nicht erwartet, ignorieren Sie diese E-Mail. Solange der Link nicht geöffnet wird, ändert sich nichts.',
  'team-invitation.inviter-body':
    '{inviter} hat Sie eingeladen, {team} bei {project} beizutreten. Der Link kann sieben Tage lang einmal verwendet werden.',
  'team-invitation.workspace-body':
    'Ein Mitglied des Arbeitsbereichs {team} bei {project} hat Sie eingeladen, beizutreten. Der Link kann sieben Tage lang einmal verwendet werden.',
  'team-invitation.workspace-inviter-body':
    '{inviter} hat Sie eingeladen, dem Arbeitsbereich {team} bei {project} beizutreten. Der Link kann sieben Tage lang einmal verwendet werden.',
  'team-invitation.workspace-button': 'Dem Arbeitsbereich beitreten',
  'team-invitation.workspace-ignore':
    'Kennen Sie diesen Arbeitsbereich nicht, ignorieren Sie diese E-Mail. Solange der Link nicht geöffnet wird, ändert sich nichts.',
  'team-invitation.workspace-unnamed-subject': 'Einladung in einen Arbeitsbereich bei {project}',
  'team-invitation.workspace-unnamed-heading': 'Treten Sie einem Arbeitsbereich bei',
  'team-invitation.workspace-unnamed-body':
    'Sie wurden bei {project} in einen Arbeitsbereich eingeladen. Der Link kann sieben Tage lang einmal verwendet werden.',

  'sign-in-invitation.subject': 'Einladung zu {project}',
  'sign-in-invitation.heading': 'Anmelden bei {project}',
  'sign-in-invitation.body':
    '{team} hat Sie zu {project} eingeladen. Öffnen Sie den Link, um sich anzumelden, oder legen Sie mit dieser E-Mail-Adresse ein Konto an.',
  'sign-in-invitation.button': 'Zur Anmeldung',
  'sign-in-invitation.ignore': 'Haben Sie das nicht erwartet, ignorieren Sie diese E-Mail.',

  'address-unverified.subject': 'Anmelden bei {project}: Bestätigen Sie zuerst Ihre E-Mail-Adresse',
  'address-unverified.heading': 'Bestätigen Sie zuerst Ihre E-Mail-Adresse',
  'address-unverified.body':
    'Für {project} wurde ein Link zum Anmelden angefordert. Ihre E-Mail-Adresse ist noch nicht bestätigt, deshalb wurde kein Link gesendet. Öffnen Sie die Bestätigungs-E-Mail von der Registrierung, oder melden Sie sich mit Ihrem Passwort an.',
  'address-unverified.ignore': 'Waren Sie das nicht, ignorieren Sie diese E-Mail. Niemand wurde angemeldet.',

  'sign-in-changed.subject': '{heading} ({project})',
  'sign-in-changed.password-changed-heading': 'Ihr Passwort wurde geändert',
  'sign-in-changed.passkey-added-heading': 'Ein Passkey wurde hinzugefügt',
  'sign-in-changed.passkey-removed-heading': 'Ihr Passkey wurde entfernt',
  'sign-in-changed.second-factor-on-heading': 'Ein zweiter Faktor ist jetzt nötig',
  'sign-in-changed.second-factor-off-heading': 'Der zweite Faktor wurde entfernt',
  'sign-in-changed.recovery-code-used-heading': 'Ein Wiederherstellungscode wurde verwendet',
  'sign-in-changed.recovery-codes-made-heading': 'Wiederherstellungscodes wurden erzeugt',
  'sign-in-changed.recovery-codes-replaced-heading': 'Wiederherstellungscodes wurden ersetzt',
  'sign-in-changed.provider-linked-heading': 'Ein Konto wurde verknüpft',
  'sign-in-changed.provider-unlinked-heading': 'Die Verknüpfung eines Kontos wurde aufgehoben',
  'sign-in-changed.code-sign-in-on-heading': 'Anmeldung per E-Mail wurde eingeschaltet',
  'sign-in-changed.code-sign-in-off-heading': 'Anmeldung per E-Mail wurde ausgeschaltet',
  'sign-in-changed.address-added-heading': 'Eine E-Mail-Adresse wurde hinzugefügt',
  'sign-in-changed.address-removed-heading': 'Eine E-Mail-Adresse wurde entfernt',
  'sign-in-changed.primary-address-changed-heading': 'Ihre primäre E-Mail-Adresse wurde geändert',
  'sign-in-changed.password-changed': 'Das Passwort Ihres Kontos bei {project} wurde geändert.',
  'sign-in-changed.passkey-added': 'Ihrem Konto bei {project} wurde ein Passkey hinzugefügt.',
  'sign-in-changed.passkey-removed': 'Der Passkey Ihres Kontos bei {project} wurde entfernt.',
  'sign-in-changed.second-factor-on': 'Ihr Konto bei {project} verlangt jetzt einen zweiten Faktor.',
  'sign-in-changed.second-factor-off': 'Ihr Konto bei {project} verlangt keinen zweiten Faktor mehr.',
  'sign-in-changed.recovery-code-used':
    'Ein Wiederherstellungscode wurde für die Anmeldung bei Ihrem Konto bei {project} verwendet.',
  'sign-in-changed.recovery-codes-made':
    'Für Ihr Konto bei {project} wurden Wiederherstellungscodes erzeugt.',
  'sign-in-changed.recovery-codes-replaced':
    'Für Ihr Konto bei {project} wurden neue Wiederherstellungscodes erzeugt. Frühere gelten nicht mehr.',
  'sign-in-changed.provider-linked':
    'Ein Konto bei einem anderen Anbieter wurde mit Ihrem Konto bei {project} verknüpft.',
  'sign-in-changed.provider-unlinked':
    'Die Verknüpfung Ihres Kontos bei {project} mit einem Konto bei einem anderen Anbieter wurde aufgehoben.',
  'sign-in-changed.code-sign-in-on':
    'Sie können sich bei {project} jetzt mit einem Code anmelden, der per E-Mail gesendet wird.',
  'sign-in-changed.code-sign-in-off':
    'Sie können sich bei {project} nicht mehr mit einem Code anmelden, der per E-Mail gesendet wird.',
  'sign-in-changed.address-added': 'Ihrem Konto bei {project} wurde eine E-Mail-Adresse hinzugefügt.',
  'sign-in-changed.address-removed': 'Von Ihrem Konto bei {project} wurde eine E-Mail-Adresse entfernt.',
  'sign-in-changed.primary-address-changed':
    'Die primäre E-Mail-Adresse Ihres Kontos bei {project} wurde geändert.',
  'sign-in-changed.button': 'Alle anderen Sitzungen beenden',
  'sign-in-changed.ignore':
    'Waren Sie das nicht, setzen Sie sofort Ihr Passwort zurück und beenden Sie alle anderen Sitzungen. Beenden Sie sie auch dann, wenn jemand anderes Ihr Konto benutzt haben könnte.',

  'missed-calls.subject': 'Verpasster Anruf von {caller}',
  'missed-calls.voicemail-subject': 'Sprachnachricht von {caller}',
  'missed-calls.many-subject': '{count} verpasste Anrufe',
  'missed-calls.body': 'Anrufe in {workspace}, die nicht angenommen wurden:',
  'missed-calls.unnamed-body': 'Anrufe, die nicht angenommen wurden:',
  'missed-calls.withheld': 'Unterdrückte Nummer',
  'missed-calls.message': 'hat eine Nachricht hinterlassen',
  'missed-calls.further': 'Und {count} weitere.',
  'missed-calls.button': 'Im Telefon öffnen',
  'missed-calls.settings':
    'In den Einstellungen Ihres Telefons wählen Sie, welche verpassten Anrufe Sie als E-Mail bekommen.',

  'call-summary.subject': 'Zusammenfassung des Anrufs mit {party}',
  'call-summary.body': 'Ein Anruf in {workspace} am {time}, Dauer {length}.',
  'call-summary.unnamed-body': 'Ein Anruf am {time}, Dauer {length}.',
  'call-summary.shared': '{name} sendet Ihnen diese Zusammenfassung.',
  'call-summary.summary': 'Zusammenfassung',
  'call-summary.unsupported': 'keine Stelle belegt das',
  'call-summary.fields': 'Einzelheiten',
  'call-summary.action-items': 'Aufgaben',
  'call-summary.yes': 'ja',
  'call-summary.no': 'nein',
  'call-summary.button': 'Anruf öffnen',
  'call-summary.by-model':
    'Ein Sprachmodell hat dies aus dem Transkript des Anrufs geschrieben. Es kann Fehler enthalten.',

  'or-link': 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:',
  unsubscribe: 'Solche E-Mails abbestellen',
}
