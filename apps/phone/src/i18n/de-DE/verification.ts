/** Texts of the verification of numbers. */
export const verification = {
  'verify.add': 'Nummer hinzufügen',
  'verify.add-sentence':
    'Parley ruft die Nummer an. Geben Sie den Code, den Sie dann hier sehen, an diesem Telefon ein.',
  'verify.answered': 'Angenommen',
  'verify.attestation':
    'Eine bestätigte Nummer darf als Ihre Rufnummer angezeigt werden. Sie ergibt keine volle STIR/SHAKEN-Beglaubigung, sodass manche Anbieter den Anruf weiterhin als nicht bestätigt kennzeichnen.',
  'verify.call': 'Jetzt anrufen',
  'verify.call-again': 'Erneut anrufen',
  'verify.call-again-in': 'Erneut anrufen in {time}',
  'verify.call-ended': 'Der Anruf ist beendet',
  'verify.calling': 'Anruf läuft',
  'verify.calls-left': 'Verbleibende Anrufe',
  'verify.cancel': 'Abbrechen',
  'verify.code': 'Ihr Code',
  'verify.code-elsewhere':
    'Der Code wurde dort angezeigt, wo der Anruf gestartet wurde. Rufen Sie erneut an, um einen anderen zu erhalten.',
  'verify.code-valid': 'Code gültig für',
  'verify.dialled': 'Gewählt',
  'verify.expired': 'Abgelaufen',
  'verify.failed': 'Fehlgeschlagen',
  'verify.instruction':
    'Parley ruft diese Nummer an. Wenn Sie gefragt werden, geben Sie den Code an diesem Telefon ein.',
  'verify.intro': 'Weisen Sie nach, dass eine Nummer Ihnen gehört, und rufen Sie dann von ihr aus an.',
  'verify.keyed-in': 'Code eingegeben',
  'verify.label': 'Bezeichnung',
  'verify.label-hint': 'Zum Beispiel „Empfang“. Optional.',
  'verify.list': 'Nummern',
  'verify.no-calls-left':
    'Alle Anrufe für diesen Code sind erfolgt. Versuchen Sie es noch einmal, wenn der Code abgelaufen ist.',
  'verify.none': 'Noch keine Nummer. Fügen Sie Ihre Mobil- oder Büronummer hinzu, um von ihr aus anzurufen.',
  'verify.not-keyed-in': 'Niemand hat den Code eingegeben.',
  'verify.number': 'Telefonnummer',
  'verify.number-missing': 'Geben Sie eine Telefonnummer ein.',
  'verify.of': '{left} von {all}',
  'verify.pending': 'Ausstehend',
  'verify.pick-up': 'Nehmen Sie bei {number} ab',
  'verify.progress': 'Fortschritt',
  'verify.remove': 'Entfernen',
  'verify.remove-named': '{number} entfernen',
  'verify.remove-question': '{number} entfernen?',
  'verify.remove-sentence':
    'Ab jetzt kann niemand in diesem Arbeitsbereich von dieser Nummer aus anrufen. Verbundene Anrufe laufen weiter.',
  'verify.removed': '{number} wurde entfernt.',
  'verify.rename': 'Umbenennen',
  'verify.rename-named': '{number} umbenennen',
  'verify.ringing': 'Klingelt',
  'verify.save': 'Speichern',
  'verify.title': 'Nummern bestätigen',
  'verify.tries-left': 'Verbleibende Versuche',
  'verify.try-again': 'Erneut versuchen',
  'verify.try-again-named': '{number} erneut versuchen',
  'verify.verified': 'Bestätigt',
  'verify.wrong-codes': 'Fünf falsche Codes.',
  'error.NUMBER_ALREADY_YOURS': 'Ihr Arbeitsbereich kann bereits von dieser Nummer aus anrufen.',
  'error.VERIFICATION_CALL_LIMIT':
    'Nicht angerufen: Diese Nummer wurde innerhalb von zehn Minuten dreimal zur Bestätigung angerufen. Versuchen Sie es später erneut.',
  'error.VERIFICATION_CALL_TOO_EARLY':
    'Nicht angerufen: Die Nummer wurde eben erst angerufen. Warten Sie, bis die Schaltfläche bis null gezählt hat.',
  'error.VERIFICATION_EXISTS':
    'Diese Nummer steht bereits in der Liste. Verwenden Sie dort „Erneut versuchen“.',
  'error.VERIFICATION_LIMIT':
    'Nicht hinzugefügt: Die Liste der Nummern ist voll. Entfernen Sie die, die Sie nicht mehr brauchen.',
  'error.VERIFICATION_NOT_FOUND': 'Diese Nummer steht nicht mehr in der Liste. Laden Sie die Seite neu.',
}
