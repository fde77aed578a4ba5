import { beforeEach, expect, test } from 'vitest'
import { configureProject, getErrorCode, setUpAccountService, signUp, uniqueEmail } from '../../testing.ts'

const service = setUpAccountService()
const limit = 3

beforeEach(() =>
  configureProject(service(), {
    config: { allow_user_api_keys: true, allow_team_api_keys: true },
    settings: { max_api_keys_per_owner: limit, sign_in_methods_need_verified_address: false },
  }),
)

const owners = ['user', 'team'] as const

/** Signs up a user and returns functions for the keys of the user or of the personal team. */
async function signUpKeyOwner(type: (typeof owners)[number]) {
  const { headers, userId } = await signUp(service(), uniqueEmail('ada'))
  const { selected_team_id: teamId } = (await service().get('/users/me', headers)).body
  const [path, owner] =
    type === 'user'
      ? ['/user-api-keys', { user_id: userId }]
      : ['/team-api-keys', { team_id: String(teamId) }]
  const create = (expiresAt: number | null = null) =>
    service().post(path, { ...owner, description: 'Build', expires_at_millis: expiresAt }, headers)
  const revoke = async (id: string) =>
    (await service().patch(`${path}/${id}?${new URLSearchParams(owner)}`, { revoked: true }, headers)).status
  const list = async (): Promise<{ id: string }[]> =>
    (await service().get(`${path}?${new URLSearchParams(owner)}`, headers)).body.items
  return { create, revoke, list }
}

/** Guarantee (AV3): the quota holds under a concurrent burst. */
test.each(owners)(
  'AV3, SR16: of ten API keys of a %s that are created concurrently, those beyond the quota are rejected',
  async (type) => {
    const ada = await signUpKeyOwner(type)

    const responses = await Promise.all(Array.from({ length: 10 }, () => ada.create()))

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(limit)
    for (const response of responses.filter(({ status }) => status !== 200))
      expect([response.status, getErrorCode(response), response.body.details]).toEqual([
        409,
        'API_KEY_LIMIT_REACHED',
        { limit },
      ])
    expect(await ada.list()).toHaveLength(limit)
  },
)

test('AV3: a revoked or expired API key does not count', async () => {
  const ada = await signUpKeyOwner('user')
  const [first] = await Promise.all([ada.create(), ada.create(), ada.create(0)])
  expect((await ada.create()).status).toBe(200)
  expect(getErrorCode(await ada.create())).toBe('API_KEY_LIMIT_REACHED')

  expect(await ada.revoke(first.body.id)).toBe(200)

  expect((await ada.create()).status).toBe(200)
})

/** Guarantee (AV3): a user who creates and revokes keys without end does not fill the database. */
test('AV3: of revoked API keys, as many as the quota remain', async () => {
  const ada = await signUpKeyOwner('user')
  const created: string[] = []
  for (let count = 0; count < 2 * limit; count += 1) {
    const { id } = (await ada.create()).body
    await ada.revoke(id)
    created.unshift(id)
  }

  const last = (await ada.create()).body.id

  expect((await ada.list()).map(({ id }) => id)).toEqual([last, ...created.slice(0, limit)])
})
