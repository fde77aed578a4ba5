import { expect, test } from 'vitest'
import { createUserConcurrencyLimit } from './user-concurrency-limit.ts'

const rejection = expect.objectContaining({ code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 5 } })

/** Guarantee (ZR8): a user, a workspace and all users together use the audio of a node up to a limit. */
test('ZR8: uses at the same time are limited for a user, for a workspace and for the node', () => {
  const start = createUserConcurrencyLimit({ perUser: 2, perWorkspace: 3, perNode: 8 })
  const use = (userId: string, workspaceId: string) => start({ userId, workspaceId })
  const [first] = [use('ada', 'a'), use('ada', 'a')]

  expect(() => use('ada', 'a')).toThrow(rejection)
  use('grace', 'a')
  expect(() => use('hedy', 'a')).toThrow(rejection)

  first.end()
  first.end()
  use('ada', 'a')
  for (const name of ['b', 'c', 'd', 'e', 'f']) use(name, name)
  expect(() => use('linus', 'l')).toThrow(rejection)
})

/** Guarantee: a few accounts do not use all that a node has. */
test('ZR861: a user, a workspace and a network get more while more is free than they have', () => {
  const start = createUserConcurrencyLimit({ perUser: 8, perWorkspace: 8, perNode: 8 })
  const useAll = (user: { userId: string; workspaceId: string; ip?: string }) => {
    for (let uses = 0; ; uses += 1) {
      try {
        start(user)
      } catch {
        return uses
      }
    }
  }

  expect(useAll({ userId: 'ada', workspaceId: 'a' })).toBe(4)
  expect(useAll({ userId: 'grace', workspaceId: 'a' })).toBe(0)
  expect(useAll({ userId: 'ada', workspaceId: 'b' })).toBe(0)
  expect(useAll({ userId: 'hedy', workspaceId: 'h', ip: '2001:db8:1:2::3' })).toBe(2)
  expect(useAll({ userId: 'linus', workspaceId: 'l', ip: '2001:db8:1:4::5' })).toBe(0)
  expect(useAll({ userId: 'linus', workspaceId: 'l', ip: '2001:db8:2:4::5' })).toBe(1)
})
