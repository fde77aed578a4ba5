export {
  type Announced,
  type LedgerFilter,
  type LedgerRecord,
  listAnnounced,
  listAnnouncedOfCall,
  moveAnnounced,
  saveAnnounced,
} from './ledger.ts'
