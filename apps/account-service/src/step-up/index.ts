export { refuseImpersonation, requireRecentAuthentication } from './require-recent-authentication.ts'
export { requireSelf } from './require-self.ts'
