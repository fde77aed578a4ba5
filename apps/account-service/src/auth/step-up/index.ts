export {
  needsStepUp,
  rejectImpersonation,
  requireRecentAuthentication,
} from './require-recent-authentication.ts'
