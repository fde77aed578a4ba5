import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { startTestDatabase, type TestDatabase } from './testing/index.ts'

const people = { name: '0001-people', sql: 'create table people (name text primary key)' }
const ages = { name: '0002-ages', sql: 'alter table people add column age integer' }

test('steps run once and in order, also when many processes start at once', async () => {
  await using database = await startTestDatabase()

  await Promise.all(Array.from({ length: 8 }, () => migrate(database, 'house', [people, ages])))

  await database.pool.query("insert into house.people values ('Ada', 36)")
  expect(await stepsOf(database)).toEqual([
    { name: people.name, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { name: ages.name, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
})

/** Guarantee: an older program writes nothing into the schema of a newer one. */
test('OP4: a database with a step that is not known is refused in one sentence, and nothing runs', async () => {
  await using database = await startTestDatabase()
  await migrate(database, 'house', [people, ages])
  const before = await stepsOf(database)

  const older = migrate(database, 'house', [people, { name: '0003-other', sql: 'drop table people' }])

  await expect(older).rejects.toThrow(
    'The database was used by a newer Parley (schema house, step 0002-ages). Start that version, or restore a backup.',
  )
  expect(await stepsOf(database)).toEqual(before)
})

/** Guarantee: a schema is what its steps say; a step that was edited after it ran does not pass for the one that ran. */
test('a database whose step said something else is refused in one sentence, and nothing runs', async () => {
  await using database = await startTestDatabase()
  await migrate(database, 'house', [people])
  const before = await stepsOf(database)

  const edited = migrate(database, 'house', [{ ...people, sql: `${people.sql} without oids` }, ages])

  await expect(edited).rejects.toThrow(
    'The database was made by another Parley (schema house, step 0001-people is not the same). Start that version, or restore a backup.',
  )
  expect(await stepsOf(database)).toEqual(before)
})

test('a step that ran before hashes were kept gets its hash at the next start', async () => {
  await using database = await startTestDatabase()
  await migrate(database, 'house', [people])
  const before = await stepsOf(database)
  await database.pool.query('alter table house.migrations drop column sha256')

  await migrate(database, 'house', [people])

  expect(await stepsOf(database)).toEqual(before)
})

async function stepsOf({ pool }: TestDatabase) {
  return (await pool.query('select name, sha256 from house.migrations order by name')).rows
}
