/** Texts of the import and export of contacts. */
export const contactImport = {
  'error.CONTACT_FILE_EMPTY': 'This file contains no contacts. Choose another one.',
  'error.CONTACT_FILE_NOT_UNDERSTOOD':
    'This is neither a CSV nor a vCard file. In a spreadsheet program, save the table as CSV, then choose that file.',
  'error.CONTACT_FILE_TOO_MANY_COLUMNS':
    'This file has more than 200 columns. Delete those that you do not need.',
  'error.CONTACT_FILE_TOO_MANY_ROWS': 'This file has more than 100,000 rows. Divide it into several files.',
  'error.CONTACT_FILE_UNREADABLE':
    'The file cannot be read: a quotation mark is not closed, or a row is too long.',
  'error.file-unreadable-from':
    'The file cannot be read from line {line} on: a quotation mark is not closed, or a row is too long.',
  'error.CONTACT_IMPORT_NOT_FOUND': 'This import does not exist any more. Choose the file again.',
  'error.CONTACT_IMPORT_NOT_UNDOABLE': 'This import cannot be undone any more.',
  'error.CONTACT_IMPORT_RUNNING': 'Contacts are being imported at the moment. Try again when that has ended.',
  'error.CONTACT_IMPORT_SPACE':
    'Other members of your workspace are importing contacts at the moment. Try again later.',
} as const
