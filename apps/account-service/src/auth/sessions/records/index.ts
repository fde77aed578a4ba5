export { insertActivityWhere, listRecentlyActiveUserIds, recordActivity } from './activity.ts'
export { lockSignedInUser } from './lock-signed-in-user.ts'
export {
  activeSessionAsJson,
  advanceRotation,
  deleteSession,
  deleteSessionsExpiredBefore,
  deleteUnusedSessions,
  deleteUserSessions,
  findRotatingSession,
  findSession,
  findSessionByRefreshToken,
  hasSessions,
  insertSessionWhere,
  listActiveSessions,
  listUserSessions,
  parseSessionJson,
  type RotatingSession,
  type Session,
  touchSession,
} from './sessions.ts'
