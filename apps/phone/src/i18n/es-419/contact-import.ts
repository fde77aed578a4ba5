/** Texts of the import and export of contacts. */
export const contactImport = {
  'error.CONTACT_FILE_EMPTY': 'Este archivo no contiene contactos. Elige otro.',
  'error.CONTACT_FILE_NOT_UNDERSTOOD':
    'Este archivo no es CSV ni vCard. En un programa de hojas de cálculo, guarda la tabla como CSV y elige ese archivo.',
  'error.CONTACT_FILE_TOO_MANY_COLUMNS':
    'Este archivo tiene más de 200 columnas. Elimina las que no necesites.',
  'error.CONTACT_FILE_TOO_MANY_ROWS': 'Este archivo tiene más de 100,000 filas. Divídelo en varios archivos.',
  'error.CONTACT_FILE_UNREADABLE':
    'El archivo no se puede leer: una comilla no está cerrada o una fila es demasiado larga.',
  'error.file-unreadable-from':
    'El archivo no se puede leer a partir de la línea {line}: una comilla no está cerrada o una fila es demasiado larga.',
  'error.CONTACT_IMPORT_NOT_FOUND': 'Esta importación ya no existe. Elige el archivo otra vez.',
  'error.CONTACT_IMPORT_NOT_UNDOABLE': 'Esta importación ya no se puede deshacer.',
  'error.CONTACT_IMPORT_RUNNING':
    'En este momento se están importando contactos. Vuelve a intentarlo cuando termine.',
  'error.CONTACT_IMPORT_SPACE':
    'Otros miembros de tu espacio de trabajo están importando contactos. Vuelve a intentarlo más tarde.',
}
