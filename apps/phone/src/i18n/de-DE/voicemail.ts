/** Texts of voicemail. */
export const voicemail = {
  'error.VOICEMAIL_ANSWERED_BEFORE':
    'Dieser Anruf wurde schon angenommen. Voicemail kann ihn nicht annehmen.',
  'error.VOICEMAIL_FULL': 'Für eine weitere Nachricht ist kein Platz. Der Anruf klingelt weiter.',
  'error.VOICEMAIL_NOT_FOUND': 'Diese Nachricht gibt es nicht mehr.',
  'error.VOICEMAIL_OFF': 'Ihre Voicemail ist ausgeschaltet. Der Anruf klingelt weiter.',
  'calls.filter-voicemail': 'Voicemail',
  'voicemail.close-player': 'Wiedergabe der Nachricht von {name} schließen',
  'voicemail.dealt-with-by': 'erledigt von {name}',
  'voicemail.delete': 'Nachricht von {name} löschen',
  'voicemail.delete-confirm': 'Nachricht löschen',
  'voicemail.delete-question': 'Die Nachricht von {name} löschen?',
  'voicemail.delete-sentence':
    'Die Aufnahme wird gelöscht und lässt sich nicht wiederherstellen. Der Anruf bleibt in der Liste.',
  'voicemail.deleted': 'Die Nachricht wurde gelöscht.',
  'voicemail.for-own': 'für Sie',
  'voicemail.for-workspace': 'für den Arbeitsbereich',
  'voicemail.is-dealt-with': 'Erledigt',
  'voicemail.is-new': 'Neu',
  'voicemail.mark-dealt-with': 'Nachricht von {name} als erledigt markieren',
  'voicemail.mark-new': 'Nachricht von {name} als neu markieren',
  'voicemail.none':
    'Keine Nachrichten. Wenn Sie einen Anruf an Ihre eigene Nummer nicht annehmen, kann der Anrufer eine hinterlassen.',
  'voicemail.play': 'Nachricht von {name} abspielen',
  'voicemail.setting': 'Voicemail nimmt Anrufe an, die ich nicht annehme',
  'voicemail.setting-hint': 'Anrufe an Ihre eigene Nummer, nach {seconds} Sekunden oder wenn Sie ablehnen.',
  'voicemail.title': 'Voicemail',
}
