import type { PhoneHandlers } from '../request-context/index.ts'
import { exportContactsCsv, exportContactsVcard } from './export-contacts.ts'

export const contactExportHandlers = {
  'GET /contact-exports/csv': exportContactsCsv,
  'GET /contact-exports/vcard': exportContactsVcard,
} satisfies Partial<PhoneHandlers>
