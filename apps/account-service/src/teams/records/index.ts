export {
  countMemberships,
  deleteMemberships,
  insertMembership,
  isMember,
  listMemberships,
  lockMembershipForShare,
  lockMemberships,
  type Membership,
  membershipForeignKeys,
  selectMemberImageUrls,
  updateMembershipRow,
} from './team-memberships.ts'
export {
  deleteTeamRow,
  findTeam,
  insertTeam,
  listTeamRows,
  lockTeam,
  selectTeamImageUrls,
  type Team,
  type TeamChanges,
  updateTeamRow,
} from './teams.ts'
