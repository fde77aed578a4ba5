import { migrate } from '@parley/server'
import { startTestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { accountMigrations, accountsSchema } from './index.ts'

const createdAt = '2020-01-01T00:00:00.000Z'

/** Guarantee: an upgrade retains the rows of renamed tables, and the triggers of renamed functions still run. */
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
