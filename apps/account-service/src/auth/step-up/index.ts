export { rejectImpersonation, requireRecentAuthentication } from './require-recent-authentication.ts'
