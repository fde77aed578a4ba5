import { randomUUID } from 'node:crypto'
import { required, waitUntil } from '@parley/primitives'
import { loopbackNetworks } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import type { PhoneTables } from '../database/tables.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { startTranscriptionServer } from '../testing/transcription-server.ts'
import { insertRunningResult, saveResult } from './records/index.ts'

async function start() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone({ outboundNetworks: loopbackNetworks }))
  const ada = phone.signUp('Ada')
  const run = async (...parts: string[]) => {
    const started = await phone.as(ada).post('/self-test/runs', { parts })
    expect(started.status).toBe(202)
    return await waitUntil('the run is over', async () => {
      const { body } = await phone.as(ada).get('/self-test')
      return body.progress ? null : body
    })
  }
  return { phone, ada, run, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function listRows({ database }: TestPhone) {
  const { rows } = await database.pool.query(
    'select part, state, detail, result, tested_by_name from phone.self_test_results order by part',
  )
  return rows
}

test('ZR924: a result that cannot be saved ends neither the other tests nor blocks the next run', async () => {
  await using started = await start()
  const { phone, ada, run } = started
  await using speech = await startTranscriptionServer()
  const provider = { baseUrl: speech.baseUrl, apiKey: null, model: 'a-model', isAutomatic: false }
  await phone.as(ada).put('/model-providers/transcription', provider)
  await phone.database.pool.query(`
    create function phone.reject_result() returns trigger language plpgsql as
      $$ begin raise exception 'This result cannot be saved.'; end $$;
    create trigger reject_result before update on phone.self_test_results for each row
      when (new.part = 'storage' and new.state <> 'running') execute function phone.reject_result()`)

  await run('storage', 'transcription')

  expect(await listRows(phone)).toMatchObject([
    { part: 'storage', state: 'running' },
    { part: 'transcription', state: 'passed' },
  ])
  const { rows } = await phone.database.pool.query('select finished_at from phone.self_test_runs')
  expect(rows).toEqual([{ finished_at: expect.any(Date) }])
})

test('ZR924: the result with texts that contain NUL is saved without it', async () => {
  await using started = await start()
  const { phone, ada } = started
  const database = phone.database.schema<PhoneTables>('phone')
  const part = { workspaceId: required(ada.teamIds[0], 'a team'), part: 'mail', trunkId: null } as const
  const run = { runId: randomUUID(), testedAt: new Date() }
  const by = { fingerprint: null, testedBy: ada.id, testedByName: 'Ada' }
  await insertRunningResult(database, part, { ...run, ...by })

  const texts = { detail: '550\u0000unknown', result: '\u0000' }
  await saveResult(database, part, { ...run, ...texts, problem: null, tookMs: 1 })

  expect(await listRows(phone)).toMatchObject([{ state: 'passed', detail: '550 unknown', result: '' }])
})

test('ZR900: the reply of a mail server that repeats the address of a deleted user is removed', async () => {
  await using started = await start()
  const { phone, ada, run } = started
  await using smtp = await startSmtpServer({
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`<${address}> user unknown`), { responseCode: 550 })),
  })
  await phone.as(ada).put('/mail-server', {
    host: '127.0.0.1',
    port: smtp.port,
    security: 'none',
    username: null,
    senderName: 'Bakery',
    senderAddress: 'calls@example.com',
    replyTo: null,
  })
  await run('mail')
  expect(await listRows(phone)).toMatchObject([{ detail: expect.stringContaining('ada@example.com') }])

  phone.accounts.removeUser(ada.id)
  await sendAccountEvent(phone, { type: 'user.deleted', data: { id: ada.id, teams: [] } })

  expect(await listRows(phone)).toMatchObject([{ state: 'failed', detail: null, tested_by_name: null }])
})
