/** Texts of blocked callers, notifications and the user's own settings. */
export const reachability = {
  'block.add': 'Nummer blockieren',
  'block.anonymous': 'Anrufer ohne Nummer blockieren',
  'block.anonymous-admins':
    'Anrufe mit unterdrückter Nummer. Eine Administratorin oder ein Administrator kann das ändern.',
  'block.anonymous-allowed': 'Anrufe mit unterdrückter Nummer klingeln wieder.',
  'block.anonymous-blocked': 'Anrufe mit unterdrückter Nummer klingeln nicht mehr.',
  'block.anonymous-hint': 'Anrufe mit unterdrückter Nummer klingeln bei keinem Mitglied.',
  'block.block': 'Blockieren',
  'block.block-named': '{number} blockieren',
  'block.blocked': '{number} ist blockiert.',
  'block.cancel': 'Abbrechen',
  'block.for': 'Blockieren für',
  'block.for-own': 'Ihre eigene Nummer',
  'block.for-workspace': 'Alle Nummern des Arbeitsbereichs',
  'block.none':
    'Keine Nummer ist blockiert. Sie können hier, in einem Anruf oder in einem Kontakt eine blockieren.',
  'block.number': 'Telefonnummer',
  'block.number-missing': 'Geben Sie eine Telefonnummer ein.',
  'block.numbers': 'Blockierte Nummern',
  'block.own-only':
    'Die Nummer wird für Ihre eigene Nummer blockiert. Für alle Nummern des Arbeitsbereichs können Administratoren sie blockieren.',
  'block.question': '{number} blockieren?',
  'block.sentence':
    'Anrufe von dieser Nummer klingeln nicht, und wer anruft, hört das Besetztzeichen. Die Anrufliste zeigt sie als blockiert.',
  'block.title': 'Blockierte Nummern',
  'block.unblock': 'Freigeben',
  'block.unblock-named': '{number} freigeben',
  'block.unblocked': '{number} ist nicht mehr blockiert.',
  'outcome.blocked': 'Blockiert',
  'left.blocked': 'Blockiert',
  'ended.blocked': 'Der Anruf von {name} hat nicht geklingelt, weil die Nummer blockiert ist.',
  'error.BLOCKED_NUMBER_LIMIT':
    'Nicht blockiert: Die Liste der blockierten Nummern ist voll. Geben Sie Nummern frei, die nicht mehr anrufen.',
  'error.BLOCKED_NUMBER_NOT_FOUND': 'Diese Nummer ist nicht blockiert.',
  'error.COLLEAGUE_NOT_BLOCKED':
    'Nicht blockiert: Diese Nummer gehört einem Mitglied Ihres Arbeitsbereichs. Wenden Sie sich an eine Administratorin oder einen Administrator.',
  'error.WORKSPACE_NUMBER_NOT_BLOCKED': 'Nicht blockiert: Das ist eine Nummer Ihres eigenen Arbeitsbereichs.',
  'error.PUSH_SUBSCRIPTION_NOT_VALID':
    'Benachrichtigungen sind hier nicht möglich: Der Push-Dienst dieses Browsers wird nicht unterstützt oder ist nicht erreichbar. Lassen Sie stattdessen einen Tab offen.',
  'disturb.hint': 'Anrufe für mehrere klingeln dann nur beim übrigen Team.',
  'disturb.hour': 'Klingeln eine Stunde lang nicht',
  'disturb.label': 'Anrufe',
  'disturb.off': 'Klingeln',
  'disturb.on': 'Klingeln nicht',
  'disturb.title': 'Nicht stören',
  'disturb.tomorrow': 'Klingeln bis morgen 8:00 nicht',
  'disturb.until': 'Klingeln nicht bis {time}',
  'error.ROUTING_CHANGED':
    'Jemand anderes hat die Anrufverteilung geändert. Laden Sie sie neu und ändern Sie sie dann.',
  'error.ROUTING_MEMBER_NOT_FOUND':
    'Nicht gespeichert: Eine Person in der Anrufverteilung gehört nicht mehr zu diesem Arbeitsbereich. Entfernen Sie sie und speichern Sie erneut.',
  'error.ROUTING_NUMBER_NOT_FOUND':
    'Nicht gespeichert: Eine Nummer in der Anrufverteilung gehört zu keiner Leitung dieses Arbeitsbereichs. Entfernen Sie sie und speichern Sie erneut.',
  'links.asked': 'Bestätigen Sie die Frage Ihres Browsers.',
  'links.register': 'Telefonlinks in Parley öffnen',
  'links.sentence':
    'Ein Klick auf eine Telefonnummer in einer Webseite oder E-Mail trägt sie dann ins Wählfeld ein. Angerufen wird erst, wenn Sie bestätigen.',
  'links.title': 'Telefonlinks',
  'notify.allow': 'Benachrichtigungen erlauben',
  'notify.ask':
    'Ihr Browser fragt zuerst um Erlaubnis, damit ein Anruf zeigen kann, wer anruft, während Sie in einem anderen Fenster arbeiten.',
  'notify.calls': 'Über Anrufe benachrichtigen',
  'notify.calls-hint':
    'Während Parley im Hintergrund oder geschlossen ist. Sie nehmen in der Benachrichtigung an.',
  'notify.denied':
    'Ihr Browser blockiert Benachrichtigungen von Parley. Erlauben Sie sie in den Einstellungen dieser Website neben der Adresse.',
  'notify.granted': 'Dieser Browser benachrichtigt Sie über Anrufe.',
  'notify.offer':
    'Ein Anruf hat geklingelt, während Parley im Hintergrund war. Benachrichtigungen zeigen Ihnen den nächsten.',
  'notify.title': 'Benachrichtigungen',
  'notify.unsupported':
    'Dieser Browser kann hier keine Benachrichtigungen zeigen. Dafür ist eine sichere Adresse (HTTPS) nötig.',
  'ring-time.hint':
    'Anrufe an Ihre eigene Nummer und solche, die eine Route nur zu Ihnen führt. Danach folgt Voicemail oder Weiterleitung.',
  'ring-time.label': 'Anrufe klingeln',
  'ring-time.seconds': '{count} Sekunden',
  'ring-time.title': 'Klingeldauer',
  'ring-time.usual': 'So lange wie üblich',
  'ringtone.chime': 'Glocke',
  'ringtone.classic': 'Klassisch',
  'ringtone.percent': '{percent} %',
  'ringtone.play': 'Abspielen',
  'ringtone.pulse': 'Puls',
  'ringtone.ringtone': 'Klingelton',
  'ringtone.silent': 'Lautlos',
  'ringtone.title': 'Klingeln',
  'ringtone.volume': 'Lautstärke',
  'theme.dark': 'Dunkel',
  'theme.light': 'Hell',
  'theme.system': 'Wie das Gerät',
  'theme.theme': 'Design',
  'theme.title': 'Darstellung',
  'mails.all': 'Anrufe an alle Nummern des Arbeitsbereichs',
  'mails.hint':
    'An {email}. Anrufe, die innerhalb weniger Minuten verpasst werden, stehen in einer E-Mail; höchstens 20 E-Mails am Tag.',
  'mails.hint-unverified':
    'An {email}, sobald die Adresse bestätigt ist. Anrufe, die innerhalb weniger Minuten verpasst werden, stehen in einer E-Mail; höchstens 20 E-Mails am Tag.',
  'mails.missed': 'Verpasste Anrufe als E-Mail',
  'mails.no-address': 'Fügen Sie zuerst in Ihren Kontoeinstellungen eine E-Mail-Adresse hinzu.',
  'mails.off': 'Keine',
  'mails.own': 'Anrufe an meine eigene Nummer',
  'mails.title': 'E-Mails',
  'mails.turned-off': 'Die Person, die diesen Server betreibt, hat diese E-Mails abgeschaltet.',
}
