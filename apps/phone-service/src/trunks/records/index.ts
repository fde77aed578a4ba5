export { type AddressClaim, type AddressConflict, claimTrunkAddresses } from './trunk-addresses.ts'
export { claimTrunkNumbers, listTrunkNumbers, type TrunkNumber } from './trunk-numbers.ts'
export {
  deleteTrunkRow,
  findTrunk,
  findWorkspaceOfTrunk,
  insertTrunk,
  listAllTrunks,
  listTrunks,
  listTrunkWorkspaces,
  replaceTrunk,
  type StoredPassword,
  type StoredTrunk,
  selectTrunkWorkspaces,
  type TrunkFields,
} from './trunks.ts'
