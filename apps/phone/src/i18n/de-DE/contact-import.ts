/** Texts of the import and export of contacts. */
export const contactImport = {
  'error.CONTACT_FILE_EMPTY': 'Diese Datei enthält keine Kontakte. Wählen Sie eine andere.',
  'error.CONTACT_FILE_NOT_UNDERSTOOD':
    'Das ist weder eine CSV- noch eine vCard-Datei. Speichern Sie die Tabelle in einem Tabellenprogramm als CSV und wählen Sie diese Datei.',
  'error.CONTACT_FILE_TOO_MANY_COLUMNS':
    'Diese Datei hat mehr als 200 Spalten. Löschen Sie die, die Sie nicht brauchen.',
  'error.CONTACT_FILE_TOO_MANY_ROWS':
    'Diese Datei hat mehr als 100.000 Zeilen. Teilen Sie sie in mehrere Dateien.',
  'error.CONTACT_FILE_UNREADABLE':
    'Die Datei ist nicht lesbar: Ein Anführungszeichen ist nicht geschlossen, oder eine Zeile ist zu lang.',
  'error.file-unreadable-from':
    'Die Datei ist ab Zeile {line} nicht lesbar: Ein Anführungszeichen ist nicht geschlossen, oder eine Zeile ist zu lang.',
  'error.CONTACT_IMPORT_NOT_FOUND': 'Diesen Import gibt es nicht mehr. Wählen Sie die Datei noch einmal.',
  'error.CONTACT_IMPORT_NOT_UNDOABLE': 'Dieser Import lässt sich nicht mehr rückgängig machen.',
  'error.CONTACT_IMPORT_RUNNING':
    'Gerade werden Kontakte importiert. Versuchen Sie es noch einmal, wenn das beendet ist.',
  'error.CONTACT_IMPORT_SPACE':
    'Andere Mitglieder Ihres Arbeitsbereichs importieren gerade Kontakte. Versuchen Sie es später noch einmal.',
}
