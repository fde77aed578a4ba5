import { expect, test } from 'vitest'
import { signUp, startAccountService, uniqueEmail } from '../../testing.ts'

test('ZR33: the API rejects requests of a user of whom too many wait', async () => {
  await using service = await startAccountService()
  const ada = await signUp(service, uniqueEmail('ada'))
  const holder = await service.server.pool.connect()
  await holder.query('begin')
  await holder.query('select id from accounts.users where id = $1 for update', [ada.userId])

  const responses = Array.from({ length: 105 }, () =>
    service.patch('/users/me', { display_name: 'Ada' }, ada.headers),
  )
  const first = await Promise.race(responses)
  await holder.query('rollback')
  holder.release()

  expect([first.status, first.headers.get('retry-after')]).toEqual([429, '1'])
  const accepted = (await Promise.all(responses)).filter(({ status }) => status === 200)
  expect(accepted.length).toBeGreaterThanOrEqual(100)
})
