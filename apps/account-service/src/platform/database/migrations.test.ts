import { migrate } from '@parley/server'
import { startTestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { accountMigrations, accountsSchema } from './index.ts'

const createdAt = '2020-01-01T00:00:00.000Z'

/**
 * Guarantee: an upgrade retains the rows of renamed tables, and the triggers of renamed functions still run.
 */
test('an upgrade retains the rows of renamed tables', async () => {
  await using database = await startTestDatabase()
  const firstRename = accountMigrations.findIndex(({ name }) => name === '0022-table-names')
  await migrate(database, accountsSchema, accountMigrations.slice(0, firstRename))
  const userId = '00000000-0000-4000-8000-000000000001'
  await database.pool.query(`
    insert into accounts.projects (id, display_name, config, created_at) values ('p', 'P', '{}', '${createdAt}');
    insert into accounts.users (id, project_id, display_name, signed_up_at) values ('${userId}', 'p', 'Ada', '${createdAt}');
    insert into accounts.oauth_journeys (state_hash, project_id, user_id, provider_id, sealed_journey, created_at, expires_at)
      values ('state', 'p', '${userId}', 'github', 'sealed', '${createdAt}', '${createdAt}');
    insert into accounts.refused_addresses (project_id, address, refused_at)
      values ('p', 'ada@example.com', '${createdAt}');
    insert into accounts.email_templates (project_id, id, display_name, tsx_source, last_good, created_at)
      values ('p', '${userId}', 'T', '', '"render"', '${createdAt}');
  `)

  await migrate(database, accountsSchema, accountMigrations)

  await database.pool.query(`update accounts.users set display_name = 'Grace' where id = '${userId}'`)
  const { rows } = await database.pool.query(`
    select request.sealed_parameters, suppression.email, suppression.suppressed_at,
      template.last_successful_render, methods.has_sign_in_email, users.search_text
    from accounts.oauth_authorization_requests request, accounts.email_suppressions suppression,
      accounts.email_templates template, accounts.sign_in_methods methods, accounts.users users`)
  expect(rows).toEqual([
    {
      sealed_parameters: 'sealed',
      email: 'ada@example.com',
      suppressed_at: new Date(createdAt),
      last_successful_render: 'render',
      has_sign_in_email: false,
      search_text: 'grace',
    },
  ])
})

test('no index, constraint or trigger has the former name of a renamed table', async () => {
  await using database = await startTestDatabase()
  await migrate(database, accountsSchema, accountMigrations)

  // PostgreSQL 18 also names not-null constraints, 15 does not.
  const { rows } = await database.pool.query(`
    select relname as name from pg_class
    union select conname from pg_constraint where contype <> 'n'
    union select tgname from pg_trigger`)
  const names = rows.map(({ name }) => name)

  expect(names).toContain('oauth_authorization_requests_pkey')
  expect(names.filter((name) => /oauth_journeys|refused_addresses|ways_in|^keep_/.test(name))).toEqual([])
})

/** Guarantee (SR11, SR14): existing installations get the settings of our own applications. */
test('SR14: an upgrade enables the identity rules in our own projects only, and releases unverified added addresses', async () => {
  await using database = await startTestDatabase()
  const added = accountMigrations.findIndex(({ name }) => name === '0026-identity-of-own-projects')
  await migrate(database, accountsSchema, accountMigrations.slice(0, added))
  const userId = '00000000-0000-4000-8000-000000000001'
  const channel = (last: number, isPrimary: boolean, isVerified: boolean) =>
    `('00000000-0000-4000-8000-00000000000${last}', 'internal', '${userId}', 'email', 'a${last}@example.com', ${isPrimary}, ${isVerified}, true, '${createdAt}')`
  await database.pool.query(`
    insert into accounts.projects (id, display_name, config, settings, created_at)
      values ('internal', 'P', '{}', '{"password_minimum": 10}', '${createdAt}'), ('p', 'P', '{}', '{}', '${createdAt}');
    insert into accounts.users (id, project_id, display_name, signed_up_at) values ('${userId}', 'internal', 'Ada', '${createdAt}');
    insert into accounts.contact_channels (id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at)
      values ${channel(1, true, false)}, ${channel(2, false, false)}, ${channel(3, false, true)};
  `)

  await migrate(database, accountsSchema, accountMigrations)

  const projects = await database.pool.query('select settings from accounts.projects order by id')
  expect(projects.rows[0].settings).toMatchObject({
    password_minimum: 10,
    ends_sessions_on_agent_change: true,
    addresses_reserved_when_verified: true,
    verification_needs_session: true,
  })
  for (const name of ['addresses_reserved_when_verified', 'verification_needs_session'])
    expect(projects.rows[1].settings).not.toHaveProperty(name)
  const channels = await database.pool.query(
    'select used_for_auth, sign_in_requested from accounts.contact_channels order by value',
  )
  expect(channels.rows).toEqual([
    { used_for_auth: true, sign_in_requested: false },
    { used_for_auth: false, sign_in_requested: true },
    { used_for_auth: true, sign_in_requested: false },
  ])
})

test('UA8, UA10: an upgrade marks additional verified addresses, and assigns provider tokens to the credentials of their project', async () => {
  await using database = await startTestDatabase()
  const added = accountMigrations.findIndex(({ name }) => name === '0032-verified-without-session')
  await migrate(database, accountsSchema, accountMigrations.slice(0, added))
  const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
  const channel = (last: number, isPrimary: boolean, isVerified: boolean) =>
    `('${id(last)}', 'p', '${id(1)}', 'email', 'a${last}@example.com', ${isPrimary}, ${isVerified}, true, '${createdAt}')`
  const providers = ['google', 'github', 'acme', 'removed']
  const connections = providers.map(
    (provider, index) => `('${id(index)}', 'p', '${id(1)}', '${provider}', 'a', true, true, '${createdAt}')`,
  )
  const tokens = providers.map(
    (_, index) => `('${id(index)}', '${id(index)}', 'access', 'sealed', '{}', true, '${createdAt}')`,
  )
  const config = {
    oauth_providers: [
      { id: 'google', type: 'shared' },
      { id: 'github', client_id: 'mine' },
    ],
  }
  const settings = { oidc_issuers: [{ id: 'acme', client_id: 'at acme' }] }
  await database.pool.query(`
    insert into accounts.projects (id, display_name, config, settings, created_at)
      values ('p', 'P', '${JSON.stringify(config)}', '${JSON.stringify(settings)}', '${createdAt}');
    insert into accounts.users (id, project_id, display_name, signed_up_at) values ('${id(1)}', 'p', 'Ada', '${createdAt}');
    insert into accounts.contact_channels (id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at)
      values ${channel(1, true, true)}, ${channel(2, false, true)}, ${channel(3, false, false)};
    insert into accounts.oauth_connections (id, project_id, user_id, provider_id, account_id, allow_sign_in, allow_connected_accounts, created_at)
      values ${connections};
    insert into accounts.oauth_provider_tokens (id, connection_id, kind, sealed_token, scopes, is_valid, created_at)
      values ${tokens};
  `)

  await migrate(database, accountsSchema, accountMigrations)

  const channels = await database.pool.query(
    'select verified_without_session as marked from accounts.contact_channels order by value',
  )
  const issued = await database.pool.query('select issued_to from accounts.oauth_provider_tokens order by id')
  expect(channels.rows.map(({ marked }) => marked)).toEqual([false, true, false])
  expect(issued.rows.map(({ issued_to }) => issued_to)).toEqual(['shared', 'own mine', 'own at acme', null])
})

/** Guarantee: the sign-ups of a day are exact after an upgrade during which other nodes run. */
test('an upgrade corrects sign-ups that were counted twice, and counts those that commit while it runs once', async () => {
  await using database = await startTestDatabase()
  const added = accountMigrations.findIndex(({ name }) => name === '0041-sign-up-corrections')
  await migrate(database, accountsSchema, accountMigrations.slice(0, added))
  const insertUser = (
    last: number,
  ) => `insert into accounts.users (id, project_id, display_name, signed_up_at)
    values ('00000000-0000-4000-8000-00000000000${last}', 'p', 'Ada', '${createdAt}')`
  await database.pool.query(`
    insert into accounts.projects (id, display_name, config, created_at) values ('p', 'P', '{}', '${createdAt}');
    ${insertUser(1)};
    insert into accounts.counter_changes select project_id, name, 1 from accounts.counts where name like 'signed-up %';
    insert into accounts.counters values ('p', 'signed-up 1999-12-31', 3);
  `)
  const signingUp = await database.pool.connect()
  await signingUp.query(`begin; ${insertUser(2)}`)

  await migrate(database, accountsSchema, accountMigrations)
  await signingUp.query('commit')
  signingUp.release()

  const { rows } = await database.pool.query(
    `select name, sum(count)::int as count from accounts.counts where name like 'signed-up %' group by name order by name`,
  )
  expect(rows).toEqual([
    { name: 'signed-up 1999-12-31', count: 0 },
    { name: 'signed-up 2020-01-01', count: 2 },
  ])
})

test('XR3: an upgrade lets owners name others in the project of the phone, unless it has other permissions', async () => {
  const upgrade = async (permissions: readonly string[]) => {
    await using database = await startTestDatabase()
    const added = accountMigrations.findIndex(({ name }) => name === '0043-members-name-owners')
    await migrate(database, accountsSchema, accountMigrations.slice(0, added))
    const settings = JSON.stringify({ member_managed_permissions: permissions })
    await database.pool.query(`
      insert into accounts.projects (id, display_name, config, settings, created_at) values
        ('ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94', 'P', '{}', '${settings}', '${createdAt}'),
        ('p', 'P', '{}', '${settings}', '${createdAt}')`)
    await migrate(database, accountsSchema, accountMigrations)
    const { rows } = await database.pool.query('select settings from accounts.projects order by id')
    return rows.map((row) => row.settings.member_managed_permissions)
  }

  expect(await upgrade(['phone_admin'])).toEqual([['phone_admin', 'team_admin'], ['phone_admin']])
  expect(await upgrade(['phone_admin', 'own'])).toEqual([
    ['phone_admin', 'own'],
    ['phone_admin', 'own'],
  ])
})
