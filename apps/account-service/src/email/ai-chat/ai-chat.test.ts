import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { required } from '@parley/primitives'
import { createSecrets } from '@parley/server'
import { describe, expect, test } from 'vitest'
import { type AiModel, defaultOptions } from '../../config.ts'
import { deleteExpiredData } from '../../delete-expired-data.ts'
import { type AccountTables, accountsSchema } from '../../platform/database/index.ts'
import { giveToNewOwner } from '../../projects/testing.ts'
import { adminHeaders, setUpAccountService, startAccountService, type TestService } from '../../testing.ts'
import { createTestProject, type TestProject } from '../delivery/testing.ts'

const service = setUpAccountService()

/** A simulated OpenAI-compatible model with scripted responses. */
async function startModel(reply: (request: { messages: unknown[]; tools: unknown[] }) => object | number) {
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect the parsed request.
  const requests: any[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const question = {
        ...JSON.parse(body),
        authorization: request.headers.authorization,
        path: request.url,
      }
      requests.push(question)
      const message = reply(question)
      if (typeof message === 'number') return response.writeHead(message).end('{}')
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          id: 'answer',
          object: 'chat.completion',
          created: 0,
          model: 'small',
          choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', ...message } }],
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
        }),
      )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    requests,
    aiModel: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      key: 'key of the model',
      model: 'small',
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('a model writes a template: text and source are returned as parts', async () => {
  const source = 'export function EmailTemplate() {}'
  await using model = await startModel(() => ({
    content: 'Here it is.',
    tool_calls: [
      {
        id: 'call-1',
        type: 'function',
        function: { name: 'createEmailTemplate', arguments: JSON.stringify({ content: source }) },
      },
    ],
  }))
  await using isolated = await startAccountService({ options: { aiModel: model.aiModel } })
  const { status, body } = await isolated.post(
    `/internal/ai-chat/${randomUUID()}`,
    {
      context_type: 'email-template',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Write a greeting.' }] },
        {
          role: 'assistant',
          content: [
            { type: 'tool-call', toolName: 'createEmailTemplate', args: { content: 'older source' } },
          ],
        },
        { role: 'tool', content: 'success' },
        { role: 'user', content: 'Shorter.' },
      ],
    },
    await adminHeaders(isolated),
  )

  expect(status).toBe(200)
  expect(body.content).toEqual([
    { type: 'text', text: 'Here it is.' },
    {
      type: 'tool-call',
      toolName: 'createEmailTemplate',
      toolCallId: 'call-1',
      args: { content: source },
      argsText: JSON.stringify({ content: source }),
      result: 'success',
    },
  ])
  const [requests] = model.requests
  expect([requests.path, requests.authorization, requests.model]).toEqual([
    '/v1/chat/completions',
    'Bearer key of the model',
    'small',
  ])
  expect(requests.messages.map(({ role }: { role: string }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'user',
  ])
  expect(JSON.stringify(requests.messages)).toContain('older source')
  expect(requests.tools).toHaveLength(1)
})

test('a missing or failing model is reported as text', async () => {
  const question = { context_type: 'email-theme', messages: [{ role: 'user', content: 'Write one.' }] }
  const unset = await service().post(
    `/internal/ai-chat/${randomUUID()}`,
    question,
    await adminHeaders(service()),
  )
  expect([unset.status, unset.body.content]).toEqual([
    200,
    [{ type: 'text', text: expect.stringContaining('No model is configured') }],
  ])

  await using model = await startModel(() => 401)
  await using isolated = await startAccountService({ options: { aiModel: model.aiModel } })
  const failed = await isolated.post(
    `/internal/ai-chat/${randomUUID()}`,
    question,
    await adminHeaders(isolated),
  )
  expect(failed.body.content).toEqual([{ type: 'text', text: expect.stringContaining('did not respond') }])
})

test('messages of a thread are stored per project and listed oldest first', async () => {
  const admin = await adminHeaders(service())
  const thread = `/internal/ai-chat/${randomUUID()}`
  const messages = [{ role: 'user', content: 'one' }, 'two', null, { deep: [1, { three: true }] }]
  for (const message of messages) expect((await service().patch(thread, { message }, admin)).body).toEqual({})

  expect((await service().get(thread, admin)).body).toEqual({ messages })
  expect((await service().get(`/internal/ai-chat/${randomUUID()}`, admin)).body).toEqual({ messages: [] })
  expect((await service().get(thread, service().serverHeaders)).body.code).toBe('INSUFFICIENT_ACCESS_TYPE')
  expect((await service().patch(thread, {}, admin)).body.code).toBe('SCHEMA_ERROR')
  expect((await service().post(thread, { context_type: 'poem', messages: [] }, admin)).body.code).toBe(
    'SCHEMA_ERROR',
  )
})

/** Guarantee: stored threads are bounded, so that reading one cannot exhaust memory. */
test('a thread is limited to a thousand messages, also under concurrency, and to four MiB', async () => {
  const admin = await adminHeaders(service())
  const [many, long] = [randomUUID(), randomUUID()]
  await service().server.pool.query(
    `insert into accounts.ai_messages (project_id, thread_id, message, created_at)
     select $1, $2, '"word"', now() from generate_series(1, 999)`,
    [service().phoneProjectId, many],
  )
  const saveMessage = (thread: string, message: string) =>
    service().patch(`/internal/ai-chat/${thread}`, { message }, admin)
  const last = await Promise.all(Array.from({ length: 20 }, () => saveMessage(many, 'last')))
  const kibibytes = 'ä'.repeat(200 * 1024)
  const filled = []
  for (let count = 0; count < 11; count++) filled.push(await saveMessage(long, kibibytes))
  const short = await saveMessage(long, 'still fits')

  expect(last.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of [
    ...last.filter(({ status }) => status !== 200),
    required(filled[10], 'an eleventh message'),
  ])
    expect([status, body]).toEqual([400, 'This thread is full. Start a new one.'])
  expect([...filled, short].map(({ status }) => status)).toEqual([...Array(10).fill(200), 400, 200])
  expect((await service().get(`/internal/ai-chat/${many}`, admin)).body.messages).toHaveLength(1_000)
})

/** Guarantee: an owner, who may be a stranger, does not fill the disk of the database. */
describe('ZR584: what an owner stores in threads is limited', () => {
  const save = (running: TestService, { admin }: TestProject, message: string) =>
    running.patch(`/internal/ai-chat/${randomUUID()}`, { message }, admin)
  const listStored = async (running: TestService, ids: readonly string[]) => {
    const { rows } = await running.server.pool.query(
      'select left(message #>> $1, 3) as start from accounts.ai_messages where project_id = any($2) order by id',
      ['{}', ids],
    )
    return rows.map(({ start }) => start)
  }

  test('ZR584: of the messages in all projects of an owner, the latest 16 MiB remain, and each has at most 512 KiB', async () => {
    await using isolated = await startAccountService({ options: { internalSignUp: true } })
    const projects = [await createTestProject(isolated), await createTestProject(isolated)] as const
    const ids = projects.map(({ id }) => id)
    await giveToNewOwner(isolated, ids)
    const other = await createTestProject(isolated)
    await save(isolated, other, '000')
    const numbers = Array.from({ length: 35 }, (_, index) => String(100 + index))
    for (const [index, number] of numbers.entries()) {
      const { status } = await save(isolated, projects[index % 2 ? 1 : 0], number + 'x'.repeat(500 * 1024))
      expect(status).toBe(200)
    }

    expect(await listStored(isolated, ids)).toEqual(numbers.slice(-32))
    expect(await listStored(isolated, [other.id])).toEqual(['000'])
    expect((await save(isolated, other, 'x'.repeat(513 * 1024))).status).toBe(413)
  })

  test('ZR584: messages are deleted after 30 days', async () => {
    const project = await createTestProject(service())
    await save(service(), project, 'old')
    await service().server.pool.query(
      `update accounts.ai_messages set created_at = now() - interval '31 days' where project_id = $1`,
      [project.id],
    )
    await save(service(), project, 'new')
    await deleteExpiredData({
      ...service(),
      database: service().server.schema<AccountTables>(accountsSchema),
      secrets: createSecrets('a secret for tests that is long enough'),
      options: { ...defaultOptions, publicUrl: '', phoneUrl: '' },
    })

    expect(await listStored(service(), [project.id])).toEqual(['new'])
  })
})

/** Guarantee: the operator's cost is bounded, for one owner, who may be a stranger, and in all. */
describe('ZR582: what the operator pays for is limited', () => {
  const question = { context_type: 'email-theme', messages: [{ role: 'user', content: 'Write one.' }] }
  const complete = (running: TestService, { admin }: TestProject, body: object = question) =>
    running.post(`/internal/ai-chat/${randomUUID()}`, body, admin)
  const startLimited = (aiModel: AiModel) =>
    startAccountService({ options: { aiModel, internalSignUp: true }, rateLimitFactor: 1 })
  const createProjectsOfOneOwner = async (running: TestService) => {
    const projects = [await createTestProject(running), await createTestProject(running)] as const
    await giveToNewOwner(
      running,
      projects.map(({ id }) => id),
    )
    return projects
  }
  const setCount = (running: TestService, limit: string, attempts: number) =>
    running.server.pool.query('update rate_limits.attempts set attempts = $2 where name = $1', [
      limit,
      attempts,
    ])

  test('ZR582: an owner sends thirty requests in ten minutes and a hundred a day, independently of others', async () => {
    await using model = await startModel(() => ({ content: 'Here it is.' }))
    await using isolated = await startLimited(model.aiModel)
    const [engines, notes] = await createProjectsOfOneOwner(isolated)
    const [other] = await createProjectsOfOneOwner(isolated)
    const send = (index: number) => complete(isolated, index % 2 ? engines : notes)
    const responses = await Promise.all(Array.from({ length: 40 }, (_, index) => send(index)))
    const limited = responses.filter(({ status }) => status === 429)

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(30)
    expect(limited).toHaveLength(10)
    for (const { headers } of limited) expect(headers.get('retry-after')).toMatch(/^[1-5]$/)
    expect(model.requests).toHaveLength(30)
    expect((await complete(isolated, other)).status).toBe(200)

    await setCount(isolated, 'ai-questions-by-owner', 0)
    await setCount(isolated, 'ai-questions-by-owner-in-a-day', 99)
    expect((await complete(isolated, engines)).status).toBe(200)
    expect((await complete(isolated, notes)).status).toBe(429)
  })

  test('ZR582: all owners together send a thousand requests a day', async () => {
    await using model = await startModel(() => ({ content: 'Here it is.' }))
    await using isolated = await startLimited(model.aiModel)
    const [engines] = await createProjectsOfOneOwner(isolated)
    const [other] = await createProjectsOfOneOwner(isolated)
    await complete(isolated, engines)
    await setCount(isolated, 'ai-questions-in-a-day', 999)

    expect((await complete(isolated, engines)).status).toBe(200)
    expect((await complete(isolated, other)).status).toBe(429)
    expect(model.requests).toHaveLength(2)
  })

  test('ZR582: a request of more than 256 KiB does not reach the model', async () => {
    await using model = await startModel(() => ({ content: 'Here it is.' }))
    await using isolated = await startLimited(model.aiModel)
    const [engines] = await createProjectsOfOneOwner(isolated)
    const messages = [{ role: 'user', content: 'x'.repeat(257 * 1024) }]

    expect((await complete(isolated, engines, { ...question, messages })).status).toBe(413)
    expect(model.requests).toEqual([])
  })
})
