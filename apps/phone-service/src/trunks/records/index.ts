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
