import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { startTestDatabase, type TestDatabase } from './testing/index.ts'

const peopleMigration = { name: '0001-people', sql: 'create table people (name text primary key)' }
const ages = { name: '0002-ages', sql: 'alter table people add column age integer' }

test('migrations run once and in order, also when many processes start at the same time', async () => {
  await using database = await startTestDatabase()

  await Promise.all(Array.from({ length: 8 }, () => migrate(database, 'sample', [peopleMigration, ages])))

  await database.pool.query("insert into sample.people values ('Ada', 36)")
  expect(await listSteps(database)).toEqual([
    { name: peopleMigration.name, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { name: ages.name, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
})

/** Guarantee: an older program never writes to the schema of a newer one. */
test('OP4: a database with an unknown migration is rejected with a clear message, and nothing runs', async () => {
  await using database = await startTestDatabase()
  await migrate(database, 'sample', [peopleMigration, ages])
  const before = await listSteps(database)

  const older = migrate(database, 'sample', [
    peopleMigration,
    { name: '0003-other', sql: 'drop table people' },
  ])

  await expect(older).rejects.toThrow(
    'The database was migrated by a newer version of Parley (schema sample, migration 0002-ages). Start that version or restore a backup.',
  )
  expect(await listSteps(database)).toEqual(before)
})

/** Guarantee: a migration that was edited after it ran is detected. */
test('a database with a different migration of the same name is rejected with a clear message, and nothing runs', async () => {
  await using database = await startTestDatabase()
  await migrate(database, 'sample', [peopleMigration])
  const before = await listSteps(database)

  const edited = migrate(database, 'sample', [
    { ...peopleMigration, sql: `${peopleMigration.sql} without oids` },
    ages,
  ])

  await expect(edited).rejects.toThrow(
    'The database was migrated by a different version of Parley (schema sample, migration 0001-people differs). Start that version or restore a backup.',
  )
  expect(await listSteps(database)).toEqual(before)
})

test('a migration that ran before hashes were stored gets its hash at the next start', async () => {
  await using database = await startTestDatabase()
  await migrate(database, 'sample', [peopleMigration])
  const before = await listSteps(database)
  await database.pool.query('alter table sample.migrations drop column sha256')

  await migrate(database, 'sample', [peopleMigration])

  expect(await listSteps(database)).toEqual(before)
})

async function listSteps({ pool }: TestDatabase) {
  return (await pool.query('select name, sha256 from sample.migrations order by name')).rows
}
