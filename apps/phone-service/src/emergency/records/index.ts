export {
  deleteEmergencyRouteRow,
  type EmergencyRoute,
  findEmergencyRoute,
  saveEmergencyRouteRow,
  saveEmergencyTest,
  saveTrunkChange,
} from './emergency-routes.ts'
