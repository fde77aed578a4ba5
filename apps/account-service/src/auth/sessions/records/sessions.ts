import { required } from '@parley/primitives'
import { hashToken } from '@parley/server'
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import {
  type AccountTables,
  type AsJson,
  type Database,
  insertWhere,
} from '../../../platform/database/index.ts'

/** A session that is idle for this long has ended. */
const maxIdleMs = 90 * 24 * 60 * 60_000

/** A signed-in browser or program: one refresh token, of which only the hash is stored. */
export interface Session {
  readonly id: string
  readonly projectId: string
  readonly userId: string
  readonly isImpersonation: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date
  readonly lastUsedIp: string | null
  /** When the user authenticated to start it; null if a server created it. */
  readonly authenticatedAt: Date | null
  /** When the second factor was verified; null without one. */
  readonly secondFactorAt: Date | null
  /** Browser family or program that started it, see {@link classifyUserAgent}; null if unknown. */
  readonly agent: string | null
  /** How often the refresh token was replaced; 0 if the session keeps its first one. */
  readonly rotation: number
}

const columns = [
  'id',
  'project_id',
  'user_id',
  'is_impersonation',
  'created_at',
  'expires_at',
  'last_used_at',
  'last_used_ip',
  'authenticated_at',
  'second_factor_at',
  'agent',
  'rotation',
] as const

/** SQL fragment that inserts a session if `condition` holds and returns its id. */
export function insertSessionWhere(
  session: Omit<Session, 'rotation'> & {
    readonly refreshToken: string
    readonly impersonationReason: string | null
  },
  condition: Expression<SqlBool>,
): RawBuilder<unknown> {
  const row = {
    id: session.id,
    project_id: session.projectId,
    user_id: session.userId,
    refresh_token_hash: hashToken(session.refreshToken),
    is_impersonation: session.isImpersonation,
    created_at: session.createdAt,
    expires_at: session.expiresAt,
    last_used_at: session.lastUsedAt,
    last_used_ip: session.lastUsedIp,
    authenticated_at: session.authenticatedAt,
    second_factor_at: session.secondFactorAt,
    agent: session.agent,
    impersonation_reason: session.impersonationReason,
  }
  return sql`${insertWhere('sessions', row, condition)} returning id`
}

/** Returns an active session by its id, or null. */
export async function findSession(
  database: Database,
  projectId: string,
  id: string,
  now: Date,
): Promise<Session | null> {
  const query = database.selectFrom('sessions').select(columns).where('id', '=', id)
  const row = await query.where('project_id', '=', projectId).where(isActive(now)).executeTakeFirst()
  return row ? toSession(row) : null
}

/** Subquery that returns an active session as JSON; see {@link parseSessionJson}. */
export function activeSessionAsJson(database: Database, id: string, now: Date) {
  return jsonObjectFrom(
    database.selectFrom('sessions').select(columns).where('id', '=', id).where(isActive(now)),
  )
}

/** Converts the JSON of {@link activeSessionAsJson} to a session. */
export function parseSessionJson(row: AsJson<SessionRow>): Session {
  const orNull = (text: string | null) => (text === null ? null : new Date(text))
  return toSession({
    ...row,
    created_at: new Date(row.created_at),
    expires_at: new Date(row.expires_at),
    last_used_at: new Date(row.last_used_at),
    authenticated_at: orNull(row.authenticated_at),
    second_factor_at: orNull(row.second_factor_at),
  })
}

/** Returns the active session of a refresh token that has never been replaced, or null. */
export async function findSessionByRefreshToken(
  database: Database,
  projectId: string,
  refreshToken: string,
  now: Date,
): Promise<Session | null> {
  const row = await database
    .selectFrom('sessions')
    .select(columns)
    .where('refresh_token_hash', '=', hashToken(refreshToken))
    .where('project_id', '=', projectId)
    .where('rotation', '=', 0)
    .where(isActive(now))
    .executeTakeFirst()
  return row ? toSession(row) : null
}

/** The state of a session whose refresh token is replaced at each use. */
export interface RotatingSession {
  readonly session: Session
  /** Hash of the first refresh token. */
  readonly firstTokenHash: string
  /** When the refresh token was last replaced; null if never. */
  readonly rotatedAt: Date | null
}

/**
 * Returns an active session by its id or its first refresh token, whether or not that token was replaced; or
 * null.
 */
export async function findRotatingSession(
  database: Database,
  projectId: string,
  by: { readonly id: string } | { readonly firstToken: string },
  now: Date,
): Promise<RotatingSession | null> {
  const query = database
    .selectFrom('sessions')
    .select([...columns, 'refresh_token_hash', 'rotated_at'])
    .where('project_id', '=', projectId)
    .where(isActive(now))
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('refresh_token_hash', '=', hashToken(by.firstToken))
  ).executeTakeFirst()
  return row
    ? { session: toSession(row), firstTokenHash: row.refresh_token_hash, rotatedAt: row.rotated_at }
    : null
}

/**
 * Replaces the refresh token of a session, unless another request did since it was read. Returns whether it
 * did.
 */
export async function advanceRotation(
  database: Database,
  { id, rotation }: Session,
  ip: string | null,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('sessions')
    .set({ rotation: rotation + 1, rotated_at: now, last_used_at: now, last_used_ip: ip })
    .where('id', '=', id)
    .where('rotation', '=', rotation)
    .where(isActive(now))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns the active sessions of a user, latest first. */
export async function listUserSessions(
  database: Database,
  projectId: string,
  userId: string,
  now: Date,
): Promise<Session[]> {
  const rows = await database
    .selectFrom('sessions')
    .select(columns)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where(isActive(now))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toSession)
}

/** Returns those of the sessions that are active. */
export async function listActiveSessions(
  database: Database,
  projectId: string,
  ids: readonly string[],
  now: Date,
): Promise<Pick<Session, 'id' | 'userId'>[]> {
  return await database
    .selectFrom('sessions')
    .select(['id', 'user_id as userId'])
    .where('project_id', '=', projectId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .where(isActive(now))
    .execute()
}

/** Records a use of a session. Returns whether it is still active. */
export async function touchSession(database: Database, id: string, ip: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('sessions')
    .set({ last_used_at: now, last_used_ip: ip })
    .where('id', '=', id)
    .where(isActive(now))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes a session. Returns the id of its user, or null when it did not exist. */
export async function deleteSession(
  database: Database,
  projectId: string,
  id: string,
): Promise<string | null> {
  const row = await database
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Deletes all sessions of a user except `exceptId`. Returns their ids. */
export async function deleteUserSessions(
  database: Database,
  userId: string,
  exceptId: string | null,
): Promise<string[]> {
  const rows = await database
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== null, (query) => query.where('id', '!=', required(exceptId, 'the id to leave out')))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes sessions that expired before `moment`. Idle sessions are deleted when they expire. */
export async function deleteSessionsExpiredBefore(database: Database, moment: Date): Promise<void> {
  await database.deleteFrom('sessions').where('expires_at', '<', moment).execute()
}

function isActive(now: Date) {
  const idleSince = new Date(now.getTime() - maxIdleMs)
  return ({ and, eb }: ExpressionBuilder<AccountTables, 'sessions'>) =>
    and([eb('expires_at', '>', now), eb('last_used_at', '>', idleSince)])
}

interface SessionRow {
  id: string
  project_id: string
  user_id: string
  is_impersonation: boolean
  created_at: Date
  expires_at: Date
  last_used_at: Date
  last_used_ip: string | null
  authenticated_at: Date | null
  second_factor_at: Date | null
  agent: string | null
  rotation: number
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    projectId: row.project_id,
    userId: row.user_id,
    isImpersonation: row.is_impersonation,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    lastUsedIp: row.last_used_ip,
    authenticatedAt: row.authenticated_at,
    secondFactorAt: row.second_factor_at,
    agent: row.agent,
    rotation: row.rotation,
  }
}
