export { insertActivityWhere, listRecentlyActiveUserIds, recordActivity } from './activity.ts'
export {
  activeSessionAsJson,
  deleteSession,
  deleteSessionsExpiredBefore,
  deleteUserSessions,
  findSession,
  findSessionByRefreshToken,
  insertSessionWhere,
  listUserSessions,
  parseSessionJson,
  type Session,
  touchSession,
} from './sessions.ts'
