import type { Translation } from '@parley/i18n'
import type { shell as english } from '../en-US/shell.ts'

export const shell: Translation<typeof english> = {
  'common.call': 'Anrufen',
  'common.cancel': 'Abbrechen',
  'common.close': 'Schließen',
  'common.details': 'Details',
  'common.edit': 'Bearbeiten',
  'common.loading': 'Wird geladen',
  'common.more': 'Mehr anzeigen',
  'common.none': 'Keine',
  'common.open-configuration': 'Konfiguration öffnen',
  'common.reload': 'Neu laden',
  'common.sign-in': 'Anmelden',
  'common.clear-search': 'Suche leeren',
  'common.try-again': 'Erneut versuchen',

  'shell.navigation': 'Hauptmenü',
  'shell.new-version':
    'Parley wurde aktualisiert. Laden Sie die Seite neu, um die neue Version zu verwenden.',
  'shell.notifications': 'Meldungen',
  'shell.skip': 'Zum Inhalt springen',

  'start.failed': 'Parley ist nicht erreichbar',
  'start.failed-sentence':
    'Der Telefondienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es dann erneut.',
  'start.join': '{workspace} beitreten',
  'start.join-workspace': 'Sie wurden in einen Arbeitsbereich eingeladen.',
  'start.no-workspace': 'Sie sind noch in keinem Arbeitsbereich',
  'start.not-ready': 'Ihr Telefon ist nicht bereit',

  'status.connecting': 'Verbindet',
  'status.microphone-blocked': 'Mikrofon gesperrt',
  'status.no-answer': 'Der Dienst antwortet nicht',
  'status.no-network': 'Kein Netz',
  'status.not-a-member': 'Kein Mitglied dieses Arbeitsbereichs',
  'status.offline': 'Offline',
  'status.ready': 'Bereit',
  'status.round-trip': 'Laufzeit {ms} ms',
  'status.signed-out': 'Abgemeldet',
  'status.signed-out-in-call':
    'Sie wurden in einem anderen Tab oder Browser abgemeldet. Ihr Anruf ist beendet.',
  'status.too-many-connections': 'Zu viele offene Tabs. Schließen Sie einige davon.',
  'status.wrong-origin': 'Diese Webadresse ist nicht zugelassen',

  'view.error': 'Etwas ist schiefgegangen!',
  'view.error-sentence':
    'Diese Seite konnte nicht angezeigt werden. Versuchen Sie es erneut oder öffnen Sie eine andere Seite.',
  'view.hide-error': 'Fehler ausblenden',
  'view.not-found': 'Nicht gefunden',
  'view.not-found-sentence': 'Diese Seite gibt es nicht.',
  'view.show-error': 'Fehler anzeigen',
  'view.to-calls': 'Zu den Anrufen',

  'account.create-workspace': 'Arbeitsbereich anlegen',
  'account.language': 'Sprache',
  'account.own-number': 'Ihre Nummer: {number}',
  'account.menu': 'Konto von {name}',
  'account.new-workspace': 'Neuer Arbeitsbereich',
  'account.new-workspace-sentence':
    'Er hat eigene Anrufe, Kontakte und Mitglieder. Sie werden sein Administrator.',
  'account.not-created': 'Der Arbeitsbereich wurde nicht angelegt.',
  'account.settings': 'Kontoeinstellungen',
  'account.disturb-off': 'Nicht stören ausschalten',
  'account.disturb-on': 'Nicht stören einschalten',
  'account.shortcuts-off': 'Tastenkürzel ausschalten',
  'account.shortcuts-on': 'Tastenkürzel einschalten',
  'account.sign-out': 'Abmelden',
  'account.workspace': 'Arbeitsbereich',
  'account.workspace-limit':
    'Sie sind schon in so vielen Arbeitsbereichen wie möglich. Verlassen Sie zuerst einen.',
  'account.workspace-name': 'Name',
  'account.workspace-name-missing': 'Geben Sie einen Namen für den Arbeitsbereich ein.',
  'account.you': 'Sie',

  'changes.discard': 'Änderungen verwerfen',
  'changes.keep': 'Weiter bearbeiten',
  'changes.question': 'Änderungen verwerfen?',
  'changes.sentence': 'Ihre Änderungen sind nicht gespeichert.',

  'shortcuts.anywhere': 'Überall',
  'shortcuts.are-off': 'Tastenkürzel sind ausgeschaltet. Schalten Sie sie im Kontomenü ein.',
  'shortcuts.back': '10 s zurück',
  'shortcuts.call': 'Anrufen oder den ersten Treffer wählen',
  'shortcuts.clear': 'Leeren',
  'shortcuts.dial': 'Wählfeld mit dieser Ziffer öffnen',
  'shortcuts.dial-pad': 'Im Nummernfeld',
  'shortcuts.forward': '10 s vor',
  'shortcuts.hold': 'Halten oder fortsetzen',
  'shortcuts.in-call': 'Im Gespräch',
  'shortcuts.key-enter': 'Enter',
  'shortcuts.key-escape': 'Esc',
  'shortcuts.key-space': 'Leertaste',
  'shortcuts.keypad': 'Tastenfeld öffnen oder schließen',
  'shortcuts.list': 'Diese Liste zeigen',
  'shortcuts.mute': 'Stummschaltung ein oder aus',
  'shortcuts.play': 'Abspielen oder anhalten',
  'shortcuts.pause-recording': 'Aufzeichnung pausieren oder fortsetzen',
  'shortcuts.transfer': 'Gespräch weiterleiten',
  'shortcuts.record': 'Aufzeichnung starten oder beenden',
  'shortcuts.recording': 'Bei offener Aufzeichnung',
  'shortcuts.ringing': 'Während es klingelt',
  'shortcuts.search': 'Suchen',
  'shortcuts.send': 'Ton senden',
  'shortcuts.single': 'Tastenkürzel wirken, solange kein Textfeld den Fokus hat.',
  'shortcuts.move': 'Durch eine Liste gehen',
  'shortcuts.title': 'Tastenkürzel',

  'error.concurrent.one':
    'Anruf nicht möglich: Ihr Arbeitsbereich erlaubt {count} gleichzeitigen Anruf. Warten Sie, bis er endet.',
  'error.concurrent.other':
    'Anruf nicht möglich: Ihr Arbeitsbereich erlaubt {count} gleichzeitige Anrufe. Warten Sie, bis einer endet.',
  'error.country-named':
    'Anruf nicht möglich: Ihr Arbeitsbereich erlaubt keine Anrufe nach {country}. Fragen Sie einen Administrator.',
  'error.number-taken-by': '{name} hat diese Nummer schon.',
  'error.per-minute.one':
    'Anruf nicht möglich: Ihr Arbeitsbereich erlaubt {count} Anruf pro Minute. Warten Sie einen Moment.',
  'error.per-minute.other':
    'Anruf nicht möglich: Ihr Arbeitsbereich erlaubt {count} Anrufe pro Minute. Warten Sie einen Moment.',
  'error.too-many-requests.one':
    'Zu viele Anfragen in kurzer Zeit. Warten Sie {count} Sekunde, dann versuchen Sie es erneut.',
  'error.too-many-requests.other':
    'Zu viele Anfragen in kurzer Zeit. Warten Sie {count} Sekunden, dann versuchen Sie es erneut.',
  'error.ACCESS_TOKEN_EXPIRED': 'Ihre Sitzung ist abgelaufen. Melden Sie sich neu an.',
  'error.ACCOUNTS_UNREACHABLE':
    'Der Kontodienst antwortet nicht. Versuchen Sie es in einem Moment noch einmal.',
  'error.BODY_PARSING_ERROR': 'Die Anfrage ist nicht lesbar. Prüfen Sie Ihre Eingaben.',
  'error.CALLER_ID_NOT_YOURS':
    'Von dieser Nummer können Sie nicht anrufen, weil sie Ihnen nicht zugewiesen ist. Wählen Sie eine andere.',
  'error.CALL_ON_OTHER_SERVER':
    'Dieser Anruf läuft auf einem anderen Server und lässt sich von hier aus nicht steuern. Versuchen Sie es in einem Moment noch einmal.',
  'error.CALLS_SUSPENDED':
    'Dieser Server kann gerade keine Anrufe tätigen oder annehmen. Versuchen Sie es in einem Moment noch einmal.',
  'error.CALL_NOT_CONNECTED': 'Noch nicht möglich: Der Anrufer ist noch nicht mit Ihnen verbunden.',
  'error.CALL_ELSEWHERE': 'Der Anruf wurde anderswo angenommen oder abgelehnt.',
  'error.CALL_ENDED': 'Dieser Anruf ist beendet.',
  'error.CALL_NOT_PARKABLE':
    'Nicht geparkt: Das Gespräch muss angenommen sein, und kein anderes Mitglied darf daran teilnehmen.',
  'error.EMERGENCY_CALL_NOT_PARKED': 'Notrufe können nicht geparkt werden.',
  'error.PARKED_CALLS_LIMIT':
    'Nicht geparkt: Ihr Team hat die Höchstzahl geparkter Anrufe erreicht. Übernehmen Sie zuerst einen davon.',
  'error.CALL_NOT_PARKED':
    'Dieser Anruf ist nicht mehr geparkt. Vielleicht hat ihn ein anderes Mitglied übernommen.',
  'error.CALL_NOT_TRANSFERABLE': 'Nicht weitergeleitet: Jemand anderes muss den Anruf angenommen haben.',
  'error.EMERGENCY_CALL_OF_OTHER':
    'Eine andere Person hat den Notruf gewählt. Nur sie kann ihn halten oder entfernen. Sie können das Gespräch verlassen.',
  'error.EMERGENCY_CALL_NOT_TRANSFERRED': 'Notrufe können nicht weitergeleitet werden.',
  'error.TRANSFER_IN_PROGRESS':
    'Dieses Gespräch wird gerade weitergeleitet. Schließen Sie die Weiterleitung ab, oder kehren Sie zuerst zurück.',
  'error.NO_TRANSFER': 'Dieses Gespräch wird nicht mehr weitergeleitet.',
  'error.NOT_RECORDING': 'Dieses Gespräch wird nicht aufgezeichnet.',
  'error.CALLS_ON_DIFFERENT_SERVERS':
    'Nicht verbunden: Die beiden Gespräche laufen auf verschiedenen Servern. Fügen Sie die Nummer des einen zum anderen hinzu.',
  'error.CALLS_NOT_MERGEABLE':
    'Nicht verbunden: Beide Gespräche müssen angenommen sein, und keine hinzugefügte Nummer darf noch angerufen werden.',
  'error.CALL_FULL': 'Dieses Gespräch hat die Höchstzahl an Teilnehmern erreicht. Beginnen Sie ein neues.',
  'error.CALL_LIMIT_CONCURRENT':
    'Anruf nicht möglich: zu viele gleichzeitige Anrufe. Warten Sie, bis einer endet.',
  'error.CALL_LIMIT_PER_MINUTE':
    'Anruf nicht möglich: zu viele Anrufe in einer Minute. Warten Sie einen Moment.',
  'error.CALL_NOT_FOUND': 'Diesen Anruf gibt es nicht.',
  'error.CONTACT_CHANGED':
    'Jemand anderes hat diesen Kontakt geändert. Laden Sie ihn neu und ändern Sie ihn dann.',
  'error.CONTACT_LIMIT':
    'Dieser Arbeitsbereich hat die Höchstzahl an Kontakten erreicht. Löschen Sie Kontakte, die Sie nicht mehr brauchen.',
  'error.CONTACT_PRIVATE_LIMIT':
    'Sie haben in diesem Arbeitsbereich so viele private Kontakte, wie ein Mitglied haben kann. Löschen Sie einige oder teilen Sie sie mit dem Arbeitsbereich.',
  'error.CONTACT_QUOTA_REACHED':
    'Nicht gespeichert: Die Kontakte Ihres Arbeitsbereichs haben ihr Kontingent erreicht. Kürzen oder löschen Sie einige oder bitten Sie den Betreiber des Servers um mehr Platz.',
  'error.CONTACT_NOT_FOUND': 'Diesen Kontakt gibt es nicht. Vielleicht wurde er gelöscht.',
  'error.CONTACT_NUMBER_TAKEN': 'Ein anderer Kontakt hat diese Nummer schon.',
  'error.COUNTRY_NOT_ALLOWED':
    'Anruf nicht möglich: Ihr Arbeitsbereich erlaubt keine Anrufe in dieses Land. Fragen Sie einen Administrator.',
  'error.EMERGENCY_NUMBER':
    'Parley kann keinen Notruf absetzen. Nehmen Sie jetzt ein Mobil- oder Festnetztelefon.',
  'error.ENGINE_UNAVAILABLE':
    'Das hat nicht geklappt. Laufende Gespräche gehen weiter. Versuchen Sie es in einem Moment noch einmal.',
  'error.INVALID_PROJECT_FOR_ACCESS_TOKEN':
    'Ihre Sitzung gehört zu einem anderen Dienst. Melden Sie sich neu an.',
  'error.JOIN_ANSWER_INVALID':
    'Die Tonverbindung dieses Browsers kam nicht zustande. Laden Sie die Seite neu und rufen Sie dann an.',
  'error.LEG_NOT_FOUND': 'Dieser Teilnehmer ist nicht im Gespräch.',
  'error.NOT_IN_CALL': 'Sie sind nicht in diesem Gespräch.',
  'error.NO_NUMBER_LEFT':
    'Anruf nicht gestartet: Das eingebaute Testnetz hat keine Nummer für Sie. Bitten Sie einen Administrator um eine Leitung.',
  'error.ANSWERED_CALL_LIMIT_USER':
    'Nicht angenommen: Sie führen zu viele Gespräche. Beenden Sie zuerst eines davon.',
  'error.ANSWERED_CALL_LIMIT_INSTALLATION':
    'Nicht angenommen: Dieser Server führt schon so viele Gespräche, wie er zulässt. Versuchen Sie es gleich noch einmal.',
  'error.CALL_LIMIT_INSTALLATION':
    'Anruf nicht möglich: Dieser Server führt schon so viele Gespräche, wie er zulässt. Warten Sie einen Moment.',
  'error.NUMBER_NOT_VALID': 'Anruf nicht möglich: Diese Nummer gibt es nicht. Prüfen Sie sie.',
  'error.EMAIL_NOT_VERIFIED':
    'Bestätigen Sie Ihre E-Mail-Adresse, bevor Sie andere Nummern anrufen oder Anrufe weiterleiten. Bis dahin erreichen Sie die Mitglieder Ihres Arbeitsbereichs und die eingebauten Nummern.',
  'error.TRUNKS_NOT_GRANTED':
    'Für diesen Arbeitsbereich sind keine Leitungen freigegeben. Fragen Sie den Betreiber dieses Servers.',
  'error.TRUNK_ADDRESS_TAKEN':
    'Ein anderer Arbeitsbereich nutzt diese Adresse. Fragen Sie den Betreiber dieses Servers.',
  'error.TRUNK_PASSWORD_REQUIRED':
    'Geben Sie das Passwort erneut ein, weil sich der Server oder der Benutzername geändert hat.',
  'error.NO_TRUNK':
    'Anruf nicht möglich: Ihr Arbeitsbereich hat keine Leitung ins Telefonnetz. Bitten Sie einen Administrator um eine.',
  'error.NO_WORKSPACE':
    'Sie sind noch kein Mitglied eines Arbeitsbereichs. Bitten Sie einen Administrator um eine Einladung.',
  'error.NUMBER_NOT_UNDERSTOOD': 'Das ist keine gültige Telefonnummer. Prüfen Sie sie.',
  'error.OWN_NUMBER': 'Das ist Ihre eigene Nummer.',
  'error.PHONE_ADMIN_REQUIRED': 'Das darf nur ein Administrator des Telefons.',
  'error.PREMIUM_NUMBER': 'Anruf nicht möglich: Das ist eine Premium-Nummer.',
  'error.RECORDING_DISK_FULL':
    'Nicht aufgezeichnet: Die Festplatte des Servers ist fast voll. Bitten Sie einen Administrator, Platz zu schaffen.',
  'error.DISK_FULL':
    'Nicht gespeichert: Die Festplatte des Servers ist fast voll. Bitten Sie einen Administrator, Platz zu schaffen.',
  'error.RECORDING_LIMIT_REACHED':
    'Nicht aufgezeichnet: In diesem Anruf wurde die Aufzeichnung zu oft gestartet. Beginnen Sie einen neuen Anruf, um weiter aufzuzeichnen.',
  'error.RECORDING_LINK_EXPIRED': 'Dieser Link zur Aufzeichnung gilt nicht mehr. Laden Sie die Seite neu.',
  'error.RECORDING_NOT_FOUND': 'Diese Aufzeichnung gibt es nicht.',
  'error.RECORDING_NOT_READY': 'Diese Aufzeichnung wird noch verarbeitet. Warten Sie einen Moment.',
  'error.RECORDING_QUOTA_REACHED':
    'Nicht aufgezeichnet: Die Aufzeichnungen Ihres Arbeitsbereichs haben ihr Kontingent erreicht. Löschen Sie einige oder bitten Sie den Betreiber des Servers um mehr Platz.',
  'error.RECORDING_UNAVAILABLE':
    'Der Speicher der Aufzeichnungen antwortet nicht. Versuchen Sie es gleich noch einmal.',
  'error.SCHEMA_ERROR': 'Das Formular enthält einen Fehler. Prüfen Sie es.',
  'error.SERVER_STOPPING':
    'Dieser Server wird gleich neu gestartet und nimmt keine neuen Anrufe an. Versuchen Sie es in einem Moment noch einmal.',
  'error.TOO_MANY_REQUESTS': 'Zu viele Anfragen in kurzer Zeit. Warten Sie einen Moment.',
  'error.TRUNK_HOST_NOT_ALLOWED': 'Dieser Host liegt in einem gesperrten privaten Netz.',
  'error.TRUNK_HOST_NOT_FOUND': 'Dieser Host wurde im DNS nicht gefunden. Prüfen Sie die Schreibweise.',
  'error.TRUNK_LIMIT': 'Ein Arbeitsbereich kann 20 Leitungen haben. Löschen Sie zuerst eine.',
  'error.TRUNK_NEEDS_PUBLIC_HOST':
    'Eine Leitung außerhalb dieses Rechners braucht die Einstellung PARLEY_SIP_HOST: die Adresse, unter der sie diesen Server erreicht.',
  'error.TRUNK_NOT_FOUND': 'Diese Leitung gibt es nicht. Vielleicht wurde sie gelöscht.',
  'error.TRUNK_NUMBER_TAKEN': 'Eine andere Leitung hat eine dieser Nummern schon.',
  'error.UNPARSABLE_ACCESS_TOKEN': 'Ihre Sitzung ist ungültig. Melden Sie sich neu an.',
  'error.UNSUPPORTED_ERROR': 'Etwas ist schiefgegangen. Versuchen Sie es erneut.',
  'error.USER_AUTHENTICATION_REQUIRED': 'Sie sind nicht angemeldet.',
  'error.WORKSPACE_NOT_FOUND':
    'Sie sind kein Mitglied dieses Arbeitsbereichs. Fragen Sie einen Administrator.',

  'failure.unknown': 'Etwas ist schiefgegangen. Versuchen Sie es erneut.',
  'failure.unreachable':
    'Der Telefondienst antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es dann erneut.',
}
