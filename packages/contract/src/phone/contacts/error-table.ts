/** The errors of the custom fields of contacts. */
const customFieldErrors = {
  CONTACT_FIELD_NOT_FOUND: { status: 404, message: 'This field does not exist.', nextStep: 'reload' },
  CONTACT_FIELD_NAME_TAKEN: {
    status: 409,
    message: 'Contacts already have a field with this name.',
    nextStep: 'check-form',
  },
  CONTACT_FIELD_LIMIT: {
    status: 409,
    message: 'This workspace has the maximum number of fields.',
    nextStep: 'none',
  },
  CONTACT_FIELDS_CHANGED: {
    status: 409,
    message: 'Another administrator has changed the fields in the meantime.',
    nextStep: 'reload',
  },
  CONTACT_VALUE_NOT_VALID: {
    status: 400,
    message: 'A field of the contact does not have a value of its type.',
    nextStep: 'check-form',
  },
} as const

/** The errors of changes of contacts. */
const contactChangeErrors = {
  CONTACT_PRIVATE_LIMIT: {
    status: 409,
    message: 'The user has the maximum number or size of private contacts in this workspace.',
    nextStep: 'none',
  },
  CONTACT_MERGE_TOO_LARGE: {
    status: 409,
    message: 'Both contacts together have more numbers, e-mails, tags or notes than one contact may have.',
    nextStep: 'check-form',
  },
  CONTACT_SELECTION_TOO_LARGE: {
    status: 400,
    message: 'These are more contacts than can be changed together.',
    nextStep: 'check-form',
  },
  CONTACT_OWNER_NOT_FOUND: {
    status: 404,
    message: 'This user is no member of the workspace.',
    nextStep: 'reload',
  },
  CONTACT_CHANGE_NOT_FOUND: {
    status: 404,
    message: 'This cannot be undone any more.',
    nextStep: 'reload',
  },
} as const

/** The errors of the import of contacts. */
const contactImportErrors = {
  CONTACT_IMPORT_NOT_FOUND: {
    status: 404,
    message: 'This import does not exist any more. Choose the file again.',
    nextStep: 'reload',
  },
  CONTACT_FILE_NOT_UNDERSTOOD: {
    status: 400,
    message: 'This is neither a CSV nor a vCard file. In a spreadsheet program, save the table as CSV first.',
    nextStep: 'check-form',
  },
  CONTACT_FILE_UNREADABLE: {
    status: 400,
    message: 'The file cannot be read: a quotation mark is not closed, or a row is too long.',
    nextStep: 'check-form',
  },
  CONTACT_FILE_EMPTY: { status: 400, message: 'The file contains no contacts.', nextStep: 'check-form' },
  CONTACT_FILE_TOO_MANY_ROWS: {
    status: 400,
    message: 'The file has more rows than a workspace may have contacts.',
    nextStep: 'check-form',
  },
  CONTACT_FILE_TOO_MANY_COLUMNS: {
    status: 400,
    message: 'The file has too many columns.',
    nextStep: 'check-form',
  },
  CONTACT_FILE_TOO_MANY_ENTRIES: {
    status: 400,
    message: 'The file contains too many telephone numbers and e-mails. Divide it into several files.',
    nextStep: 'check-form',
  },
  CONTACT_IMPORT_SPACE: {
    status: 409,
    message: 'Other members of your workspace are importing contacts at the moment.',
    nextStep: 'try-again',
  },
  CONTACT_IMPORT_RUNNING: {
    status: 409,
    message: 'Contacts are being imported at the moment.',
    nextStep: 'try-again',
  },
  CONTACT_IMPORT_NOT_UNDOABLE: {
    status: 409,
    message: 'This import cannot be undone any more.',
    nextStep: 'reload',
  },
} as const

export const contactErrors = { ...contactImportErrors, ...customFieldErrors, ...contactChangeErrors } as const
