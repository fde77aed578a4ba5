import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { getErrorCode, setUpAccountService, signUp, uniqueEmail } from '../../testing.ts'
import { marketing, transactional } from './index.ts'

const service = setUpAccountService()
const path = (userId: string, categoryId = '') =>
  `/emails/notification-preference/${userId}${categoryId && `/${categoryId}`}`

const person = () => signUp(service(), uniqueEmail('ada'))

describe('notification preferences', () => {
  test('both categories are listed in order, and the optional one can be turned off and on', async () => {
    const ada = await person()
    const before = await service().get(path('me'), ada.headers)
    const off = await service().patch(path('me', marketing.id), { enabled: false }, ada.headers)
    const after = await service().get(path(ada.userId), ada.headers)
    const on = await service().patch(
      path(ada.userId, marketing.id),
      { enabled: true },
      service().serverHeaders,
    )

    expect(before.body).toEqual({
      items: [
        {
          notification_category_id: '7bb82d33-2f54-4a3d-9d23-82739e0d66ef',
          notification_category_name: 'Transactional',
          enabled: true,
          can_disable: false,
        },
        {
          notification_category_id: '4f6f8873-3d04-46bd-8bef-18338b1a1b4c',
          notification_category_name: 'Marketing',
          enabled: true,
          can_disable: true,
        },
      ],
      is_paginated: false,
    })
    expect(off.body).toEqual({ ...before.body.items[1], enabled: false })
    expect(after.body.items.map(({ enabled }: { enabled: boolean }) => enabled)).toEqual([true, false])
    expect(on.body).toEqual(before.body.items[1])
  })

  test('the transactional category cannot be turned off, and an unknown category is not found', async () => {
    const ada = await person()
    const needed = await service().patch(path('me', transactional.id), { enabled: false }, ada.headers)
    const unknown = await service().patch(path('me', randomUUID()), { enabled: false }, ada.headers)
    const malformed = await service().patch(path('me', 'news'), { enabled: false }, ada.headers)

    expect([needed.status, getErrorCode(needed)]).toEqual([400, null])
    expect([unknown.status, getErrorCode(unknown)]).toEqual([404, null])
    expect(getErrorCode(malformed)).toBe('SCHEMA_ERROR')
  })

  test('a client accesses only its own user, and a server only existing users', async () => {
    const [ada, grace] = [await person(), await person()]
    const accessPreferences = async (userId: string, headers: Record<string, string>) => {
      const read = await service().get(path(userId), headers)
      const written = await service().patch(path(userId, marketing.id), { enabled: false }, headers)
      expect(written.status).toBe(read.status)
      expect(getErrorCode(written)).toBe(getErrorCode(read))
      return [read.status, getErrorCode(read)]
    }

    expect(await accessPreferences(grace.userId, ada.headers)).toEqual([403, null])
    expect(await accessPreferences('me', {})).toEqual([400, 'CANNOT_GET_OWN_USER_WITHOUT_USER'])
    expect(await accessPreferences(grace.userId, {})).toEqual([401, 'USER_AUTHENTICATION_REQUIRED'])
    expect(await accessPreferences(randomUUID(), service().serverHeaders)).toEqual([404, 'USER_NOT_FOUND'])
    const unchanged = await service().get(path('me'), grace.headers)
    expect(unchanged.body.items[1].enabled).toBe(true)
  })

  test('fifty concurrent updates leave one preference', async () => {
    const ada = await person()
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        service().patch(path('me', marketing.id), { enabled: index % 2 === 0 }, ada.headers),
      ),
    )

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    const { rows } = await service().server.pool.query(
      'select count(*)::int from accounts.notification_preferences where user_id = $1',
      [ada.userId],
    )
    expect(rows[0].count).toBe(1)
  })
})

describe('the unsubscribe link', () => {
  test.each(['', '?code=', '?code=abc'])('rejects an incomplete code: %s', async (query) => {
    for (const method of ['GET', 'POST']) {
      const { status, headers, body } = await service().call(method, `/emails/unsubscribe-link${query}`)

      expect([status, headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8'])
      expect(body).toContain('incomplete')
    }
  })

  test('shows an error page for an unknown code in the language of the browser', async () => {
    const { status, headers, body } = await service().get(`/emails/unsubscribe-link?code=${'0'.repeat(45)}`, {
      'accept-language': 'de',
      'x-stack-access-type': '',
      'x-stack-publishable-client-key': '',
    })

    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(body).toContain('lang="de-DE"')
    expect(body).toContain('Dieser Link ist ungültig.')
    expect(body).not.toContain('<form')
  })
})
