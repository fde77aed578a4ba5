import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { exportContactsCsv, exportContactsVcard, exportSelectedContacts } from './export-contacts.ts'

export { createExportStreams } from './export-streams.ts'

export const contactExportHandlers = {
  'GET /contact-exports/csv': exportContactsCsv,
  'GET /contact-exports/vcard': exportContactsVcard,
  'POST /contact-exports': exportSelectedContacts,
} satisfies Partial<PhoneHandlers<Services & AuthenticationService>>
