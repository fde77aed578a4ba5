import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectAsSuperuser, openDatabase } from '../open.ts'
import { removeData } from '../testing/remove-data.ts'

/** Guarantee (SR22): an SQL injection is limited to the database of Parley, and can run no program. */
test('SR22: the role of Parley is no superuser, owns its database and can run no program', async () => {
  await using directory = await createDirectory()
  await using server = await openDatabase({ kind: 'embedded', dataDirectory: directory.path })
  const run = (text: string) => server.pool.query(text)

  const { rows } = await run(
    `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
     from pg_roles where rolname = current_user`,
  )

  expect(Object.values(rows[0])).toEqual([false, false, false, false, false])
  await expect(run("copy (select 1) to program 'id'")).rejects.toThrow('permission denied')
  await expect(run("select pg_read_file('/etc/passwd')")).rejects.toThrow('permission denied')
  await expect(run('select * from pg_authid')).rejects.toThrow('permission denied')
  await expect(run('set role parley')).rejects.toThrow('permission denied')
  await run(
    'create schema notes; create table notes.pages (text text); create extension pg_trgm schema public',
  )
})

/**
 * Guarantee (SR22): a data directory of an earlier version, in which a superuser owns everything, is upgraded
 * at start.
 */
test('SR22: what an earlier version created belongs to the role of Parley after a start', async () => {
  await using directory = await createDirectory()
  const location = { kind: 'embedded', dataDirectory: directory.path } as const
  {
    await using _started = await openDatabase(location)
    await using superuser = await connectAsSuperuser(location)
    await superuser.pool.query(`
      alter database parley owner to parley;
      create schema notes;
      create extension btree_gin schema public;
      create type notes.state as enum ('draft', 'sent');
      create table notes.pages (id bigint generated always as identity, text text, state notes.state);
      create table notes.parts (id serial, page bigint) partition by range (page);
      create table notes.first_parts partition of notes.parts for values from (0) to (10);
      create sequence notes.numbers;
      create view notes.drafts as select * from notes.pages where state = 'draft';
      create function notes.count_pages() returns bigint language sql as 'select count(*) from notes.pages';
      insert into notes.pages (text) values ('kept')`)
  }

  await using server = await openDatabase(location)
  const { rows } = await server.pool.query('select text, notes.count_pages() as count from notes.pages')

  expect(rows).toEqual([{ text: 'kept', count: '1' }])
  await server.pool.query(`
    alter table notes.pages add column title text;
    create index on notes.pages (title);
    alter table notes.parts add column title text;
    alter type notes.state add value 'read';
    alter sequence notes.numbers restart;
    create or replace view notes.drafts as select * from notes.pages where state = 'sent';
    drop function notes.count_pages;
    create schema others;
    drop schema notes cascade`)
})

async function createDirectory() {
  const path = await mkdtemp(join(tmpdir(), 'parley-role-'))
  return { path, [Symbol.asyncDispose]: () => removeData(path) }
}
