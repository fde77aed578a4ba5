import { expect, test } from 'vitest'
import { createUserConcurrencyLimit } from './user-concurrency-limit.ts'

/** Guarantee (ZR8): a user, a workspace and all users together use the audio of a node up to a limit. */
test('ZR8: uses at the same time are limited for a user, for a workspace and for the node', () => {
  const start = createUserConcurrencyLimit({ perUser: 2, perWorkspace: 3, perNode: 4 })
  const use = (userId: string, workspaceId: string) => start({ userId, workspaceId })
  const rejection = expect.objectContaining({ code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 5 } })
  const [first] = [use('ada', 'a'), use('ada', 'a')]

  expect(() => use('ada', 'a')).toThrow(rejection)
  use('grace', 'a')
  expect(() => use('hedy', 'a')).toThrow(rejection)
  use('linus', 'b')
  expect(() => use('linus', 'b')).toThrow(rejection)

  first()
  first()
  use('ada', 'a')
  expect(() => use('linus', 'b')).toThrow(rejection)
})
