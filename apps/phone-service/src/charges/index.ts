export {
  findOpenCharge,
  insertCharge,
  listCosts,
  moveOpenCharges,
  type OpenCharge,
  removeNumberFromCharges,
  saveReservation,
  sumDay,
} from './call-charges.ts'
export { chargeAnswer, settleCall, settleLegs } from './settle-charges.ts'
export { type ChargePeriod, type ChargeTotals, selectSettledCharges, sumCharges } from './sum-charges.ts'
export { type GroupKind, groupings, groupKind, type UsageGrouping } from './usage-groups.ts'
