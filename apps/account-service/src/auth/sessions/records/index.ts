export { insertActivityWhere, listRecentlyActiveUserIds, recordActivity } from './activity.ts'
export { lockSignedInUser } from './lock-signed-in-user.ts'
export {
  activeSessionAsJson,
  advanceRotation,
  deleteSession,
  deleteSessionsExpiredBefore,
  deleteUserSessions,
  findRotatingSession,
  findSession,
  findSessionByRefreshToken,
  insertSessionWhere,
  listActiveSessions,
  listUserSessions,
  parseSessionJson,
  type RotatingSession,
  type Session,
  touchSession,
} from './sessions.ts'
export { deleteUnusedSessions, hasSessions } from './unused-sessions.ts'
