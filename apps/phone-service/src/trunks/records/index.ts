export {
  type AddressClaim,
  type AddressConflict,
  claimFreeAddresses,
  claimTrunkAddresses,
  listTrunkAddresses,
  lockTrunkAddresses,
  releaseTrunkAddresses,
} from './trunk-addresses.ts'
export {
  claimTrunkLeases,
  findTrunkStates,
  listTrunkLeases,
  releaseTrunkLeases,
  saveTrunkState,
} from './trunk-leases.ts'
export { claimTrunkNumbers, listTrunkNumbers, type TrunkNumber } from './trunk-numbers.ts'
export {
  acceptTrunkRow,
  deleteTrunkRow,
  findOldestTrunk,
  findTrunk,
  findTrunkOwner,
  insertTrunk,
  isAccepted,
  listAllTrunks,
  listTrunkRevisions,
  listTrunks,
  listTrunkWorkspaces,
  lockTrunk,
  replaceTrunk,
  type StoredPassword,
  type StoredTrunk,
  selectTrunkWorkspaces,
  type TrunkFields,
  type TrunkRevision,
} from './trunks.ts'
