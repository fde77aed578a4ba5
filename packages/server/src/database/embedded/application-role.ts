import { createHmac } from 'node:crypto'
import { Client } from 'pg'
import type { ServerConnection } from './server-process.ts'

/** The role with which Parley works: it owns its database and schemas and has no other right. */
const roleName = 'parley_application'

/** Returns the connection of Parley, given that of the superuser, who creates its role. */
export function toApplicationConnection(superuser: ServerConnection): ServerConnection {
  // Derived, so that no other file must be stored, copied and restored with the password of the superuser.
  const password = createHmac('sha256', superuser.password).update(roleName).digest('base64url')
  return { ...superuser, user: roleName, password }
}

const deadlockDetected = '40P01'
const maxAttempts = 3

/**
 * Creates the role of Parley and gives it what an earlier version, which worked as superuser, has created.
 * Idempotent; it takes a few milliseconds when there is nothing to do.
 *
 * @param superuser connection to the database of Parley.
 */
export async function ensureApplicationRole(superuser: ServerConnection): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ensureRole(superuser)
    } catch (error) {
      // With processes that connect before the database is ready for them.
      const isDeadlock = error instanceof Error && 'code' in error && error.code === deadlockDetected
      if (!isDeadlock || attempt === maxAttempts) throw error
    }
  }
}

async function ensureRole(superuser: ServerConnection): Promise<void> {
  const client = new Client(superuser)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [roleName])
    if (rowCount === 0) await client.query(`create role ${roleName}`)
    const { password } = toApplicationConnection(superuser)
    await client.query(
      `alter role ${roleName} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
        password ${client.escapeLiteral(password)}`,
    )
    const { rows } = await client.query<{ command: string }>(ownershipSql, [roleName])
    for (const { command } of rows) await client.query(command)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/**
 * Lists the commands that change the owner of everything in the database that does not belong to the role.
 * Members of extensions, row types, indexes and the sequences of columns follow what they belong to.
 */
const ownershipSql = `
  with role as (select oid, rolname from pg_roles where rolname = $1),
  own_schemas as (
    select oid, nspname, nspowner from pg_namespace
    where nspname <> 'information_schema' and nspname not like 'pg\\_%'
  ),
  members as (select classid, objid from pg_depend where deptype = 'e'),
  dependent as (select classid, objid from pg_depend where deptype in ('a', 'e', 'i'))
  select 1 as step, format('alter database %I owner to %I', datname, rolname) as command
  from pg_database, role where datname = current_database() and datdba <> role.oid
  union all
  select 2, format('alter schema %I owner to %I', nspname, rolname)
  from own_schemas, role where nspname <> 'public' and nspowner <> role.oid
  union all
  select 3, format('alter table %s owner to %I', pg_class.oid::regclass, rolname)
  from pg_class join own_schemas on own_schemas.oid = relnamespace, role
  where relkind in ('r', 'p', 'v', 'm') and relowner <> role.oid
    and ('pg_class'::regclass, pg_class.oid) not in (select classid, objid from members)
  union all
  select 3, format('alter sequence %s owner to %I', pg_class.oid::regclass, rolname)
  from pg_class join own_schemas on own_schemas.oid = relnamespace, role
  where relkind = 'S' and relowner <> role.oid
    and ('pg_class'::regclass, pg_class.oid) not in (select classid, objid from dependent)
  union all
  select 4, format('alter type %s owner to %I', pg_type.oid::regtype, rolname)
  from pg_type join own_schemas on own_schemas.oid = typnamespace, role
  where typtype in ('e', 'd', 'r') and typowner <> role.oid
    and ('pg_type'::regclass, pg_type.oid) not in (select classid, objid from dependent)
  union all
  select 5, format('alter routine %s owner to %I', pg_proc.oid::regprocedure, rolname)
  from pg_proc join own_schemas on own_schemas.oid = pronamespace, role
  where proowner <> role.oid
    and ('pg_proc'::regclass, pg_proc.oid) not in (select classid, objid from dependent)
  order by step`
