export { refuseImpersonation, requireRecentAuthentication } from './require-recent-authentication.ts'
