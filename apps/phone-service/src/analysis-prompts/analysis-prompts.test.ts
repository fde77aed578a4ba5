import { analysisPrompts } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone } from '../testing/start-phone.ts'

type Api = ReturnType<Awaited<ReturnType<typeof startPhone>>['as']>

const field = { key: 'outcome', label: 'Outcome', type: 'choice', description: '', choices: ['Yes', 'No'] }

/** Starts a phone with two administrators and a member of one workspace, and an administrator of another. */
async function startWorkspace() {
  const phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const adaUser = phone.accounts.addUser('Ada', [team], [team])
  return {
    phone,
    team,
    ada: phone.as(adaUser),
    hedy: phone.as(phone.accounts.addUser('Hedy', [team], [team])),
    grace: phone.as(phone.accounts.addUser('Grace', [team])),
    linus: phone.as(phone.signUp('Linus')),
    [Symbol.asyncDispose]: () => phone[Symbol.asyncDispose](),
  }
}

async function save(api: Api, text: string, revision: number, outputFields: readonly object[] = [field]) {
  return await api.put('/analysis-prompt/draft', { text, outputFields, revision })
}

test('a workspace begins with a prompt of Parley, which can be published as it is', async () => {
  await using workspace = await startWorkspace()
  const { ada } = workspace

  const { body: begun } = await ada.get('/analysis-prompt')
  expect(begun).toMatchObject({
    draft: { revision: 0, editedAt: null, unknownVariables: [], isPublished: false },
    version: null,
  })
  for (const variable of analysisPrompts.promptVariables)
    expect(begun.draft.text).toContain(`{{${variable}}}`)
  const { status, body: version } = await ada.post('/analysis-prompt/versions', { revision: 0 })
  expect([status, version]).toEqual([
    201,
    expect.objectContaining({ number: 1, note: '', authorName: 'Ada' }),
  ])
  expect((await ada.get('/analysis-prompt')).body).toMatchObject({ draft: { isPublished: true }, version })
  expect((await ada.get('/analysis-prompt/versions/1')).body.text).toBe(begun.draft.text)
})

/** Guarantee: no edit of an administrator overwrites that of another one unseen. */
test('ZR773: a draft that another administrator has edited is neither replaced nor published, also under a race', async () => {
  await using workspace = await startWorkspace()
  const { ada, hedy } = workspace
  expect((await save(ada, 'First {{transcript}}', 0)).body).toMatchObject({
    revision: 1,
    editedByName: 'Ada',
  })

  expect((await save(hedy, 'Second', 0)).body.code).toBe('ANALYSIS_PROMPT_CHANGED')
  expect((await save(hedy, 'Second', 2)).body.code).toBe('ANALYSIS_PROMPT_CHANGED')
  expect((await hedy.post('/analysis-prompt/versions', { revision: 0 })).body.code).toBe(
    'ANALYSIS_PROMPT_CHANGED',
  )
  const raced = await Promise.all([...'abcdef'].map((text, at) => save(at % 2 ? ada : hedy, text, 1)))
  expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  const saved = required(
    raced.find(({ status }) => status === 200),
    'the saved draft',
  ).body
  expect((await ada.get('/analysis-prompt')).body.draft).toEqual(saved)
  const published = await Promise.all(
    [ada, hedy, ada, hedy].map((api) => api.post('/analysis-prompt/versions', { revision: 2 })),
  )
  expect(published.map(({ body }) => body.number ?? body.code).toSorted()).toEqual([
    1,
    'ANALYSIS_PROMPT_UNCHANGED',
    'ANALYSIS_PROMPT_UNCHANGED',
    'ANALYSIS_PROMPT_UNCHANGED',
  ])
})

/** Guarantee: versions never change, and name their author. */
test('ZR774: versions are listed newest first with their notes and authors, and retain their text', async () => {
  await using workspace = await startWorkspace()
  const { ada, hedy } = workspace
  for (const [index, api] of [ada, hedy, ada].entries()) {
    expect((await save(api, `Prompt ${index + 1}`, index)).status).toBe(200)
    const body = { revision: index + 1, note: `Why ${index + 1}` }
    expect((await api.post('/analysis-prompt/versions', body)).status).toBe(201)
  }
  await save(hedy, 'Not published', 3, [])

  const { body: first } = await ada.get('/analysis-prompt/versions?limit=2')
  const { body: rest } = await ada.get(`/analysis-prompt/versions?limit=2&cursor=${first.nextCursor}`)
  expect([...first.items, ...rest.items]).toMatchObject([
    { number: 3, note: 'Why 3', authorName: 'Ada' },
    { number: 2, note: 'Why 2', authorName: 'Hedy' },
    { number: 1, note: 'Why 1', authorName: 'Ada' },
  ])
  expect(rest.nextCursor).toBeNull()
  expect((await ada.get('/analysis-prompt/versions/2')).body).toMatchObject({
    text: 'Prompt 2',
    outputFields: [field],
  })
  expect((await ada.get('/analysis-prompt/versions/4')).body.code).toBe('ANALYSIS_PROMPT_VERSION_NOT_FOUND')
  expect((await ada.get('/analysis-prompt')).body).toMatchObject({
    draft: { text: 'Not published', isPublished: false },
    version: { number: 3 },
  })
})

test.each([
  ['{{transcript}} {{ notes }} {{callers}} {{callers}} {{}} { {locale} }', ['callers', '']],
  ['{{transcript}} {{transcript}}', []],
  ['{{{transcript}}}', []],
])('ZR775: %s names the unknown variables %j, and is published without any only', async (text, unknown) => {
  await using workspace = await startWorkspace()
  const { ada } = workspace

  expect((await save(ada, text, 0)).body.unknownVariables).toEqual(unknown)
  const { status, body } = await ada.post('/analysis-prompt/versions', { revision: 1 })
  expect([status, body.code]).toEqual(
    unknown.length > 0 ? [400, 'ANALYSIS_PROMPT_VARIABLE_UNKNOWN'] : [201, undefined],
  )
})

/** Guarantee: no text of an administrator occupies the process. */
test('ZR769: variables are found in time proportional to the text, also in one without an end', async () => {
  await using workspace = await startWorkspace()
  const { ada } = workspace

  for (const [revision, text] of [`{{${' '.repeat(19_998)}`, '{{'.repeat(10_000)].entries())
    expect((await save(ada, text, revision)).body.unknownVariables).toEqual([])
  expect((await save(ada, '{{\n transcript\t}} {{{notes }}} {{ a b }}', 2)).body.unknownVariables).toEqual([
    'a b',
  ])
})

test('ZR775: an empty prompt is not published, and output fields have distinct keys and consistent choices', async () => {
  await using workspace = await startWorkspace()
  const { ada } = workspace
  await save(ada, ' \n', 0)
  expect((await ada.post('/analysis-prompt/versions', { revision: 1 })).body.code).toBe(
    'ANALYSIS_PROMPT_EMPTY',
  )
  for (const fields of [
    [field, { ...field, label: 'Again' }],
    [{ ...field, choices: [] }],
    [{ ...field, type: 'text' }],
    [{ ...field, key: '__proto__' }],
    [{ ...field, label: '\u200b' }],
    Array.from({ length: 21 }, (_, at) => ({ ...field, key: `f${at}` })),
  ])
    expect((await save(ada, 'Text', 1, fields)).body.code).toBe('SCHEMA_ERROR')
  expect((await save(ada, 'x'.repeat(20_001), 1)).body.code).toBe('SCHEMA_ERROR')
  expect((await save(ada, 'x'.repeat(20_000), 1)).status).toBe(200)
})

/** Guarantee: the prompt is that of one workspace, whose administrators alone read and change it. */
test('ZR776: members and other workspaces do not read the prompt, whose deletion follows that of its workspace', async () => {
  await using workspace = await startWorkspace()
  const { phone, team, ada, grace, linus } = workspace
  await save(ada, 'Of the bakery', 0)
  await ada.post('/analysis-prompt/versions', { revision: 1 })

  for (const path of ['/analysis-prompt', '/analysis-prompt/versions', '/analysis-prompt/versions/1'])
    expect((await grace.get(path)).body.code).toBe('PHONE_ADMIN_REQUIRED')
  expect((await save(grace, 'Mine', 1)).body.code).toBe('PHONE_ADMIN_REQUIRED')
  expect((await linus.get('/analysis-prompt')).body.draft.revision).toBe(0)
  expect((await linus.get('/analysis-prompt/versions')).body.items).toEqual([])
  expect((await linus.get('/analysis-prompt/versions/1')).status).toBe(404)

  const event = { type: 'team.deleted', data: { id: team } }
  expect(await sendAccountEvent(phone, event)).toBe(204)
  for (const table of ['analysis_prompt_drafts', 'analysis_prompt_versions']) {
    const { rows } = await phone.database.pool.query(`select from phone.${table}`)
    expect(rows, table).toEqual([])
  }
})

test('a revision beyond the integers of the database is rejected', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  for (const revision of [2_147_483_647, Number.MAX_SAFE_INTEGER]) {
    expect((await save(ada, 'Hi', revision)).body.code).toBe('SCHEMA_ERROR')
    expect((await ada.post('/analysis-prompt/versions', { revision })).body.code).toBe('SCHEMA_ERROR')
  }
  expect((await save(ada, 'Hi', 2_147_483_646)).body.code).toBe('ANALYSIS_PROMPT_CHANGED')
})
