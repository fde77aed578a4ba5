import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'

/** Starts a phone with the workspace of Ada and Grace, and Hedy in another one. All have opened the phone. */
async function startTwoWorkspaces() {
  const phone = await startPhone()
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds])
  const hedy = phone.signUp('Hedy')
  const numbers = new Map<string, string>()
  for (const user of [ada, grace, hedy])
    numbers.set(user.id, (await phone.as(user).get('/me')).body.numbers[0].number)
  return { phone, ada, grace, hedy, numbers, workspace: required(ada.teamIds[0], 'a team') }
}

test('a member sees the other members by name, with the number that calls them', async () => {
  const { phone, ada, grace, numbers, workspace } = await startTwoWorkspaces()
  await using _ = phone
  const zoe = phone.accounts.addUser('Élodie', [workspace])

  const { status, body } = await phone.as(ada).get('/colleagues')

  expect(status).toBe(200)
  expect(body.items).toEqual([
    { userId: zoe.id, name: 'Élodie', number: null },
    { userId: grace.id, name: 'Grace', number: numbers.get(grace.id) },
  ])
})

/** Guarantee (ZR10): members see the name that they call, in the order in which it was written. */
test('ZR10: the name of a colleague contains no characters that are invisible or change its direction', async () => {
  const { phone, ada, workspace } = await startTwoWorkspaces()
  await using _ = phone
  phone.accounts.addUser('\u202eecnirP\u202c\u200b Hedy', [workspace])

  const { body } = await phone.as(ada).get('/colleagues')

  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['ecnirP Hedy', 'Grace'])
})

/** Guarantee (TN1): the members of a workspace and their numbers are visible in this workspace only. */
test('TN1: members of another workspace are no colleagues, also for a user who names it', async () => {
  const { phone, ada, hedy, workspace } = await startTwoWorkspaces()
  await using _ = phone

  expect((await phone.as(hedy).get('/colleagues')).body.items).toEqual([])
  expect((await phone.as(hedy, workspace).get('/colleagues')).body.code).toBe('WORKSPACE_NOT_FOUND')
  expect(JSON.stringify((await phone.as(ada).get('/colleagues')).body)).not.toContain(hedy.id)
})

test('a former member is no colleague, and the number is not shown', async () => {
  const { phone, ada, grace, numbers } = await startTwoWorkspaces()
  await using _ = phone

  grace.teamIds.splice(0)

  const { body } = await phone.as(ada).get('/colleagues')
  expect(body.items).toEqual([])
  expect(numbers.get(grace.id)).toBeDefined()
})

/** Guarantee: the phone shows no members to users to whom the account service does not show them. */
test('a member without the permission to read members sees no colleagues', async () => {
  const { phone, ada, workspace } = await startTwoWorkspaces()
  await using _ = phone

  phone.accounts.hideMembers(workspace)

  expect((await phone.as(ada).get('/colleagues')).body).toEqual({ items: [], nextCursor: null })
})

test('colleagues are listed in pages, each of them once, and found by id', async () => {
  const { phone, ada, workspace } = await startTwoWorkspaces()
  await using _ = phone
  const added = Array.from({ length: 5 }, (_, index) =>
    phone.accounts.addUser(`Member ${index % 2}`, [workspace]),
  )
  const list = async (query: string) => (await phone.as(ada).get(`/colleagues?${query}`)).body

  const ids: string[] = []
  let cursor = ''
  do {
    const page = await list(`limit=2${cursor && `&cursor=${cursor}`}`)
    expect(page.items.length).toBeLessThanOrEqual(2)
    ids.push(...page.items.map(({ userId }: { userId: string }) => userId))
    cursor = page.nextCursor
  } while (cursor)

  const all = (await list('limit=500')).items.map(({ userId }: { userId: string }) => userId)
  expect(ids).toEqual(all)
  expect(new Set(ids).size).toBe(6)
  expect((await list(`user=${added[3]?.id}`)).items).toMatchObject([{ userId: added[3]?.id }])
  expect((await list(`user=${ada.id}`)).items).toEqual([])
  expect((await phone.as(ada).get('/colleagues?cursor=x')).body.code).toBe('SCHEMA_ERROR')
})

test('the search finds colleagues by words of the name and by digits of the number', async () => {
  const { phone, ada, grace, numbers, workspace } = await startTwoWorkspaces()
  await using _ = phone
  phone.accounts.addUser('Linus Åkesson', [workspace])
  const find = async (search: string) => {
    const { body } = await phone.as(ada).get(`/colleagues?search=${encodeURIComponent(search)}`)
    return body.items.map(({ name }: { name: string }) => name)
  }

  expect(await find('akesson lin')).toEqual(['Linus Åkesson'])
  expect(await find(required(numbers.get(grace.id), 'a number').slice(-7))).toEqual(['Grace'])
  expect(await find('hedy')).toEqual([])
})
