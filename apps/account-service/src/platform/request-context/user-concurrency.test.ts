import { expect, test } from 'vitest'
import { signUp, startAccountService, uniqueEmail } from '../../testing.ts'
import { createUserConcurrency } from './user-concurrency.ts'

const asUser = (id: string) => ({ access: { accessType: 'client', user: { id } } }) as const

/** Guarantee: one user delays others by a few requests only, and a bounded number of them waits. */
test('ZR33: four requests of a user run at a time and 100 wait or run, while others and back ends are not limited', async () => {
  const run = createUserConcurrency()
  const released = Promise.withResolvers<'done'>()
  let running = 0
  const operation = () => {
    running += 1
    return released.promise
  }

  const ofAda = Array.from({ length: 100 }, () => run(asUser('ada'), operation))
  expect(running).toBe(4)
  await expect(run(asUser('ada'), operation)).rejects.toMatchObject({ status: 429 })

  const others = [
    run(asUser('grace'), operation),
    run({ access: { accessType: 'server', user: { id: 'ada' } } }, operation),
    run({ access: null }, operation),
  ]
  expect(running).toBe(7)

  released.resolve('done')
  expect(new Set(await Promise.all([...ofAda, ...others]))).toEqual(new Set(['done']))
  expect(running).toBe(103)
  expect(await run(asUser('ada'), operation)).toBe('done')
})

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
