import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { exportAnnouncementLedger, listAnnouncementLedger, listCallAnnouncements } from './read-ledger.ts'

export const announcementLedgerHandlers = {
  'GET /calls/{call}/announcements': listCallAnnouncements,
  'GET /recording-announcements': listAnnouncementLedger,
  'GET /recording-announcements/csv': exportAnnouncementLedger,
} satisfies Partial<PhoneHandlers<Services & AuthenticationService>>
