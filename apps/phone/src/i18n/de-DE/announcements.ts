/** Texts of announcements and greetings. */
export const announcements = {
  'error.ANNOUNCEMENT_NOT_FOUND': 'Diese Ansage gibt es nicht mehr. Laden Sie die Seite neu.',
  'error.ANNOUNCEMENT_AUDIO_NOT_UNDERSTOOD':
    'Nicht gespeichert: Dieser Ton ist nicht lesbar. Wählen Sie eine andere Datei.',
  'error.ANNOUNCEMENT_LENGTH': 'Nicht gespeichert: Eine Ansage dauert eine halbe Sekunde bis drei Minuten.',
  'error.ANNOUNCEMENT_TOO_LONG':
    'Nicht ersetzt: Was bei der Bestätigung einer Nummer gesagt wird, dauert höchstens zehn Sekunden. Wählen Sie eine kürzere Ansage.',
  'error.ANNOUNCEMENT_LIMIT': 'Ihr Arbeitsbereich hat 50 Ansagen. Löschen Sie zuerst eine.',
  'error.ANNOUNCEMENT_QUOTA_REACHED':
    'Nicht gespeichert: Die Ansagen Ihres Arbeitsbereichs oder alle, die Sie hochgeladen haben, haben ihr Kontingent erreicht. Löschen Sie einige oder bitten Sie den Betreiber des Servers um mehr Platz.',
  'error.ANNOUNCEMENT_DISK_FULL':
    'Nicht gespeichert: Die Festplatte des Servers ist fast voll. Bitten Sie einen Administrator, Platz zu schaffen.',
  'error.ANNOUNCEMENT_IN_USE':
    'Nicht gelöscht: Diese Ansage wird verwendet. Wählen Sie zuerst eine andere in der Anrufverteilung oder unter „Von Parley gespielt“.',
  'error.ROUTING_ANNOUNCEMENT_NOT_FOUND':
    'Nicht gespeichert: Die gewählte Ansage wurde gelöscht. Wählen Sie eine andere.',
  'announcements.add': 'Ansage hinzufügen',
  'announcements.add-greeting': 'Eigene Begrüßung hinzufügen',
  'announcements.added': 'Die Ansage wurde hinzugefügt.',
  'announcements.audio': 'Ton',
  'announcements.audio-hint': 'WAV oder MP3, bis 5 MB und drei Minuten.',
  'announcements.audio-missing': 'Nehmen Sie den Ton auf oder wählen Sie eine Datei.',
  'announcements.by-parley': 'Die von Parley',
  'announcements.change-greeting': 'Begrüßung ändern',
  'announcements.choose-file': 'Datei wählen',
  'announcements.chosen': 'Die gewählte Ansage',
  'announcements.delete': 'Ansage „{name}“ löschen',
  'announcements.delete-confirm': 'Ansage löschen',
  'announcements.delete-greeting-question': 'Eigene Begrüßung löschen?',
  'announcements.delete-question': 'Ansage „{name}“ löschen?',
  'announcements.delete-sentence': 'Der Ton kann nicht wiederhergestellt werden.',
  'announcements.deleted': 'Die Ansage wurde gelöscht.',
  'announcements.greeting': 'Begrüßung',
  'announcements.greeting-hint': 'Eigene fügen Sie unter „Ansagen“ hinzu.',
  'announcements.intro':
    'Was Anrufer und Angerufene hören: Begrüßungen der Voicemail und was Parley sonst sagt. Änderungen gelten ab dem nächsten Anruf.',
  'announcements.name-recording-starts': 'Bevor ein Anruf aufgenommen wird',
  'announcements.name-voicemail-greeting': 'Begrüßung der Voicemail',
  'announcements.name-verification-request': 'Bestätigung einer Nummer: fragt nach dem Code',
  'announcements.name-verification-wrong': 'Bestätigung einer Nummer: Der Code ist falsch',
  'announcements.name-verification-done': 'Bestätigung einer Nummer: Der Code ist richtig',
  'announcements.name-verification-over': 'Bestätigung einer Nummer: keine Versuche mehr',
  'announcements.none':
    'Noch keine Ansagen. Nehmen Sie eine auf oder laden Sie eine WAV- oder MP3-Datei hoch, und wählen Sie sie in der Anrufverteilung oder unten.',
  'announcements.not-understood': 'Dieser Ton ist nicht lesbar. Wählen Sie eine WAV- oder MP3-Datei.',
  'announcements.of-parley': 'Von Parley gespielt',
  'announcements.own': 'Ihre Ansagen',
  'announcements.own-greeting': 'Anrufer hören Ihre eigene Begrüßung, {length}.',
  'announcements.play': 'Abspielen',
  'announcements.record': 'Aufnehmen',
  'announcements.save': 'Begrüßung speichern',
  'announcements.stop': 'Anhalten',
  'announcements.stop-recording': 'Aufnahme beenden',
  'announcements.title': 'Ansagen',
  'announcements.too-large': 'Diese Datei ist größer als 5 MB. Wählen Sie eine kleinere.',
  'announcements.too-long': 'Dieser Ton ist länger als drei Minuten. Wählen Sie einen kürzeren.',
  'announcements.too-short':
    'Dieser Ton ist kürzer als eine halbe Sekunde. Nehmen Sie ihn noch einmal auf oder wählen Sie eine andere Datei.',
  'announcements.use-usual': 'Übliche Begrüßung verwenden',
  'announcements.usual': 'Die übliche Begrüßung',
  'announcements.usual-greeting': 'Anrufer hören die übliche Begrüßung.',
}
