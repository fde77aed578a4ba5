export const selfTest = {
  'self-test.title': 'Selbsttest',
  'self-test.run': 'Selbsttest starten',
  'self-test.running': 'Läuft, {done} von {total} fertig',
  'self-test.never': 'Noch nicht ausgeführt',
  'self-test.all-passed': 'Alles Getestete funktioniert',
  'self-test.failed.one': '{count} Teil funktioniert nicht',
  'self-test.failed.other': '{count} Teile funktionieren nicht',
  'self-test.sentence':
    'Testet gleichzeitig alles, was eingerichtet ist. Kein Anruf verlässt Parley. Wenn ein Mailserver eingerichtet ist, bekommen Sie eine E-Mail. Anbieter können wenige Wörter Transkription und Analyse berechnen.',
  'self-test.name-trunk': 'Leitung „{name}“',
  'self-test.name-no-trunk': 'Leitung',
  'self-test.name-keypad': 'Ziffern des Tastenfelds, hin und zurück',
  'self-test.name-mail': 'E-Mail',
  'self-test.name-storage': 'Speicher für Aufzeichnungen',
  'self-test.name-transcription': 'Transkription',
  'self-test.name-analysis': 'Analyse',
  'self-test.running-trunk': 'Die Leitung wird kontaktiert …',
  'self-test.running-keypad': 'Anruf läuft, Ziffern werden in beide Richtungen gesendet …',
  'self-test.running-mail': 'Eine E-Mail wird an Sie gesendet …',
  'self-test.running-storage': 'Eine Datei wird gespeichert und gelesen …',
  'self-test.running-transcription': 'Eine Ansage wird gesendet …',
  'self-test.running-analysis': 'Das Modell fasst einen kurzen Text zusammen …',
  'self-test.passed-keypad':
    '{sent} gesendet, {received} empfangen, wie erwartet in umgekehrter Reihenfolge.',
  'self-test.passed-mail': 'Der Server hat eine E-Mail an {address} angenommen.',
  'self-test.passed-mail-deleted': 'Der Server hat eine E-Mail angenommen.',
  'self-test.passed-storage': 'Eine Datei wurde gespeichert, gelesen und gelöscht.',
  'self-test.missing-trunk': 'Nicht eingerichtet. Anrufe bleiben innerhalb von Parley.',
  'self-test.missing-keypad': 'Braucht eine Leitung mit einer Nummer.',
  'self-test.missing-mail':
    'Nicht eingerichtet. E-Mails werden über den Mailserver dieser Installation gesendet.',
  'self-test.missing-transcription': 'Nicht eingerichtet. Aufzeichnungen werden nicht transkribiert.',
  'self-test.missing-analysis': 'Nicht eingerichtet. Transkripte werden nicht analysiert.',
  'self-test.missing-storage': 'Nicht eingerichtet.',
  'self-test.not-tested': 'Eingerichtet, noch nicht getestet.',
  'self-test.outdated': 'Die Einstellungen wurden seitdem geändert. Testen Sie erneut.',
  'self-test.tested': 'Getestet von {name}, {when}',
  'self-test.tested-at': 'Getestet {when}',
  'self-test.test-named': 'Testen: {name}',
  'self-test.set-up': 'Einrichten',
  'self-test.set-up-named': 'Einrichten: {name}',
  'self-test.open-trunks': 'Leitungen öffnen',
  'self-test.open-mail': 'E-Mail öffnen',
  'self-test.open-providers': 'Anrufanalyse öffnen',
  'self-test.open-limits': 'Limits öffnen',
  'self-test.open-costs': 'Kosten öffnen',
  'self-test.keypad-not-connected':
    'Der Testanruf wurde abgelehnt oder nicht verbunden. Prüfen Sie die Nummer bei Ihrem Anbieter.',
  'self-test.keypad-trunk-unavailable': 'Die Leitung ist nicht verfügbar. Testen Sie zuerst die Leitung.',
  'self-test.keypad-not-returned':
    'Der Testanruf kam nicht bei Parley an. Fragen Sie Ihren Anbieter, ob er Anrufe an diese Nummer hierher leitet, mit der Rufnummer der Leitung.',
  'self-test.keypad-lost-on-the-way-there':
    'Anrufe funktionieren, aber von Parley gesendete Ziffern kommen nicht an. Bitten Sie Ihren Anbieter, RFC 4733 (Telephone Events) einzuschalten.',
  'self-test.keypad-lost-on-the-way-back':
    'Anrufe funktionieren, aber Ziffern der Gegenseite kommen in ausgehenden Anrufen nicht an. Bitten Sie Ihren Anbieter, RFC 4733 (Telephone Events) einzuschalten.',
  'self-test.storage-disk-full':
    'Die Festplatte dieses Servers ist fast voll, deshalb wird nichts aufgezeichnet. Bitten Sie seinen Betreiber, Platz zu schaffen.',
  'self-test.storage-quota-full':
    'Die Aufzeichnungen Ihres Arbeitsbereichs haben ihr Kontingent erreicht. Löschen Sie einige, oder bitten Sie den Betreiber dieses Servers um mehr Platz.',
  'self-test.storage-read-only':
    'In das Verzeichnis der Aufzeichnungen kann nicht geschrieben werden. Bitten Sie den Betreiber dieses Servers, die Rechte zu prüfen.',
  'self-test.storage-rejected':
    'Der Speicher für Aufzeichnungen lehnt Dateien ab. Bitten Sie den Betreiber dieses Servers, seine Einstellungen zu prüfen.',
  'self-test.storage-unavailable':
    'Der Speicher für Aufzeichnungen ist nicht verfügbar. Bitten Sie den Betreiber dieses Servers, ihn zu prüfen.',
  'self-test.storage-changed':
    'Eine gespeicherte Datei kam verändert zurück. Bitten Sie den Betreiber dieses Servers, die Festplatte zu prüfen.',
  'self-test.problem-timed-out':
    'Der Test dauerte zu lange und wurde abgebrochen. Testen Sie erneut, und prüfen Sie, ob die Gegenseite antwortet.',
  'self-test.problem-interrupted':
    'Der Test wurde durch einen Neustart des Servers unterbrochen. Testen Sie erneut.',
  'self-test.problem-unknown':
    'Der Test ist aus unbekanntem Grund fehlgeschlagen. Testen Sie erneut, oder fragen Sie den Betreiber dieses Servers nach seinem Protokoll.',
  'self-test.call-trunk': 'Über eine Leitung anrufen …',
  'self-test.call-title': 'Testanruf über eine Leitung?',
  'self-test.call-sentence':
    'Parley ruft über Ihren Anbieter eine Nummer Ihres Arbeitsbereichs an, nimmt den Anruf selbst an und sendet Ziffern in beide Richtungen. Kein Telefon klingelt. Der Anruf dauert höchstens {seconds} Sekunden.',
  'self-test.call-number': 'Anzurufende Nummer',
  'self-test.call-route': 'Von {from}, über {trunk}.',
  'self-test.call-price': 'Preis: {price}.',
  'self-test.call-price-unknown':
    'Ihre Preisliste hat keinen Preis für diese Nummer. Ihr Anbieter kann einen Anruf berechnen.',
  'self-test.call-confirm': 'Testanruf starten',
  'self-test.state-passed': 'Funktioniert:',
  'self-test.state-failed': 'Funktioniert nicht:',
  'self-test.state-running': 'Wird getestet:',
  'self-test.state-not-tested': 'Nicht getestet:',
  'self-test.state-missing': 'Nicht eingerichtet:',
  'error.SELF_TEST_RUNNING': 'In diesem Arbeitsbereich läuft ein Selbsttest. Warten Sie, bis er fertig ist.',
  'error.SELF_TEST_NOTHING_TO_TEST':
    'Es wurde nichts getestet, weil dies nicht mehr eingerichtet ist. Laden Sie die Seite neu.',
  'error.SELF_TEST_NUMBER_NOT_YOURS':
    'Kein Testanruf: Diese Nummer gehört nicht mehr zu einer Leitung Ihres Arbeitsbereichs. Laden Sie die Seite neu.',
}
