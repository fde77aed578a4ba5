import type { Messages } from '../../en-US/index.ts'

export const erasure = {
  'erasure.title': 'Daten einer Person löschen',
  'erasure.sentence':
    'Löscht, was über eine Telefonnummer gespeichert ist, oder über eine Person, die den Arbeitsbereich verlassen hat. In der Anrufliste bleibt, wann die Anrufe stattfanden und wie lange sie dauerten.',
  'erasure.of': 'Daten',
  'erasure.of-number': 'Einer Telefonnummer',
  'erasure.of-user': 'Eines früheren Mitglieds',
  'erasure.number': 'Telefonnummer',
  'erasure.number-missing': 'Geben Sie eine Telefonnummer ein.',
  'erasure.user': 'Früheres Mitglied',
  'erasure.user-missing': 'Wählen Sie eine Person.',
  'erasure.no-former': 'In keinem Anruf steht ein früheres Mitglied.',
  'erasure.preview': 'Löschen …',
  'erasure.question-number': 'Daten von {number} löschen?',
  'erasure.question-user': 'Daten von {name} löschen?',
  'erasure.warning-number':
    'Das kann nicht rückgängig gemacht werden. Es betrifft auch private Kontakte und Sprachnachrichten anderer Mitglieder.',
  'erasure.warning-user':
    'Das kann nicht rückgängig gemacht werden. Die Aufzeichnungen und Nummern der anderen Beteiligten bleiben.',
  'erasure.before': 'Dieselben Daten wurden zuletzt am {day} gelöscht.',
  'erasure.will-delete': 'Das wird gelöscht',
  'erasure.nothing': 'Zurzeit ist nichts gespeichert, was gelöscht würde.',
  'erasure.running-calls.one': '{count} Anruf läuft gerade. Seine Daten werden nach seinem Ende gelöscht.',
  'erasure.running-calls.other': '{count} Anrufe laufen gerade. Ihre Daten werden nach ihrem Ende gelöscht.',
  'erasure.calls-with-others.one':
    '{count} Anruf hatte weitere Teilnehmende am Telefon. Alle seine Aufzeichnungen werden gelöscht.',
  'erasure.calls-with-others.other':
    '{count} Anrufe hatten weitere Teilnehmende am Telefon. Alle ihre Aufzeichnungen werden gelöscht.',
  'erasure.other-numbers.one':
    'Die Kontakte haben {count} weitere Nummer. Deren Anrufe werden nicht gelöscht.',
  'erasure.other-numbers.other':
    'Die Kontakte haben {count} weitere Nummern. Deren Anrufe werden nicht gelöscht.',
  'erasure.remains': 'Das bleibt',
  'erasure.remains-number':
    'Zeit, Dauer und Richtung jedes Anrufs, seine Kosten und die beteiligten Mitglieder.',
  'erasure.remains-user':
    'Zeit, Dauer und Richtung jedes Anrufs, seine Kosten, seine Notizen und die Daten der anderen Beteiligten.',
  'erasure.remains-blocked.one':
    '{count} Eintrag unter den blockierten Nummern, damit die Nummer blockiert bleibt.',
  'erasure.remains-blocked.other':
    '{count} Einträge unter den blockierten Nummern, damit die Nummer blockiert bleibt.',
  'erasure.remains-routing': 'Die Anrufverteilung, die die Nummer verwendet.',
  'erasure.remains-forwardings.one': 'Die Weiterleitung von {count} Mitglied an diese Nummer.',
  'erasure.remains-forwardings.other': 'Die Weiterleitungen von {count} Mitgliedern an diese Nummer.',
  'erasure.remains-always':
    'Das Protokoll, bis seine Einträge ablaufen, E-Mails in den Postfächern ihrer Empfänger, Sicherungskopien und Erwähnungen in Texten zu anderen Anrufen und Kontakten.',
  'erasure.confirm': 'Endgültig löschen',
  'erasure.requested': 'Die Löschung hat begonnen',
  'erasure.list': 'Löschungen',
  'erasure.none': 'Es wurde noch nichts gelöscht.',
  'erasure.item-number': 'Nummer mit den letzten Ziffern {digits}',
  'erasure.item-user': 'Früheres Mitglied',
  'erasure.by': 'Angefordert von {name}: {day}, {time}',
  'erasure.running': 'Läuft',
  'erasure.complete': 'Abgeschlossen: {day}, {time}',
  'erasure.stopped': 'Vorzeitig beendet: {day}, {time}',
  'erasure.problem-calls-running': 'Wartet auf das Ende von Anrufen.',
  'erasure.problem-import-running': 'Wartet auf das Ende eines Imports von Kontakten.',
  'erasure.problem-audio-not-deleted':
    'Dateien von Aufzeichnungen sind noch nicht aus ihrem Speicher gelöscht. Das wird wiederholt.',
  'erasure.problem-audio-lost':
    'Dateien von Aufzeichnungen liegen auf einem Server, der seit einem Tag nicht läuft. Sie werden gelöscht, falls er wieder startet.',
  'erasure.problem-failed': 'Der letzte Versuch ist fehlgeschlagen. Er wird automatisch wiederholt.',
  'erasure.problem-member-again':
    'Diese Person ist wieder Mitglied des Arbeitsbereichs. Das Aufgeführte war schon gelöscht.',
  'erasure.download-json': 'Beleg für Programme (JSON)',
  'erasure.download-text': 'Beleg (Text)',
  'erasure.receipt-title': 'Beleg über eine Löschung',
  'erasure.receipt-id': 'Löschung: {id}',
  'erasure.receipt-workspace': 'Arbeitsbereich: {name}',
  'erasure.receipt-fingerprint': 'Prüfwert der Nummer oder der Person: {fingerprint}',
  'erasure.receipt-requested': 'Angefordert von {name}: {time}',
  'erasure.receipt-completed': 'Abgeschlossen: {time}',
  'erasure.receipt-stopped': 'Vorzeitig beendet: {time}',
  'erasure.receipt-deleted': 'Gelöscht:',
  'erasure.count-calls.one': '{count} Eintrag der Anrufliste ohne Nummer oder Namen.',
  'erasure.count-calls.other': '{count} Einträge der Anrufliste ohne Nummer oder Namen.',
  'erasure.count-recordings.one': '{count} Aufzeichnung.',
  'erasure.count-recordings.other': '{count} Aufzeichnungen.',
  'erasure.count-voicemails.one': '{count} Sprachnachricht.',
  'erasure.count-voicemails.other': '{count} Sprachnachrichten.',
  'erasure.count-transcripts.one': '{count} Transkript mit seinen Analysen.',
  'erasure.count-transcripts.other': '{count} Transkripte mit ihren Analysen.',
  'erasure.count-notes.one': 'Notizen und Schlagwörter von {count} Anruf.',
  'erasure.count-notes.other': 'Notizen und Schlagwörter von {count} Anrufen.',
  'erasure.count-comments.one': '{count} Kommentar.',
  'erasure.count-comments.other': '{count} Kommentare.',
  'erasure.count-mails.one': '{count} gespeicherte E-Mail.',
  'erasure.count-mails.other': '{count} gespeicherte E-Mails.',
  'erasure.count-contacts.one': '{count} Kontakt.',
  'erasure.count-contacts.other': '{count} Kontakte.',
  'erasure.count-contactCopies.one':
    '{count} früherer Stand eines Kontakts, mit dem eine Änderung rückgängig gemacht werden könnte.',
  'erasure.count-contactCopies.other':
    '{count} frühere Stände von Kontakten, mit denen Änderungen rückgängig gemacht werden könnten.',
  'erasure.count-importFiles.one': '{count} hochgeladene Datei mit Kontakten, die nicht importiert ist.',
  'erasure.count-importFiles.other': '{count} hochgeladene Dateien mit Kontakten, die nicht importiert sind.',
  'erasure.count-rejectedCalls.one': '{count} nicht erlaubter Anruf.',
  'erasure.count-rejectedCalls.other': '{count} nicht erlaubte Anrufe.',
  'erasure.count-names.one': 'Der Name an {count} weiterer Stelle.',
  'erasure.count-names.other': 'Der Name an {count} weiteren Stellen.',
  'calls.erased': 'Gelöschte Nummer',
  'call.erased': 'Die Daten einer beteiligten Person wurden gelöscht: {when}',
  'error.CALL_ERASED': 'Nicht gespeichert: Die Daten dieses Anrufs wurden gelöscht.',
  'error.OWN_NUMBER_NOT_ERASED':
    'Nicht gelöscht: Das ist eine Nummer Ihres Arbeitsbereichs oder eines Mitglieds. Entfernen Sie sie zuerst dort.',
  'error.MEMBER_NOT_ERASED':
    'Nicht gelöscht: Diese Person ist Mitglied des Arbeitsbereichs. Entfernen Sie sie zuerst.',
  'error.FORMER_MEMBER_NOT_FOUND': 'Nicht gelöscht: Zu dieser Person wurden keine Daten gefunden.',
  'error.ERASURE_NOT_FOUND': 'Diese Löschung gibt es nicht.',
  'error.ERASURE_RUNNING': 'Diese Daten werden bereits gelöscht.',
  'error.ERASURE_LIMIT':
    'Nicht gelöscht: Es laufen zu viele Löschungen. Warten Sie, bis einige abgeschlossen sind.',
} satisfies Partial<Messages>
