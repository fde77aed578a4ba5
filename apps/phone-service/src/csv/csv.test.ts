import { expect, test } from 'vitest'
import { runExport, serializeCsv } from './index.ts'

/** Guarantee: one export does not stop the calls and requests of others. */
test('ZR484: other work continues while 20,000 rows are serialized', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => [index, '=1+1'])
  let turns = 0
  const work = () => {
    turns += 1
    pending = setImmediate(work)
  }
  let pending = setImmediate(work)

  const csv = await serializeCsv(['number', 'formula'], rows)
  clearImmediate(pending)

  expect(turns).toBeGreaterThan(50)
  expect(csv.split('\n').slice(0, 3)).toEqual(['number,formula', "0,'=1+1", "1,'=1+1"])
  expect(csv.split('\n')).toHaveLength(20_002)
})

test('ZR503: a field of 1,500,000 tabs is serialized in linear time', async () => {
  const tabs = '\t'.repeat(1_500_000)

  expect(await serializeCsv(['=1'], [])).toBe("'=1\n")
  expect(await serializeCsv(['text'], [[`${tabs}a`], [`${tabs}=1`]])).toBe(`text\n${tabs}a\n${tabs}'=1\n`)
})

test('ZR485: a user runs one export at a time, and those of other workspaces are not affected', async () => {
  const [ada, grace] = [
    { userId: 'ada', workspaceId: 'bakery' },
    { userId: 'grace', workspaceId: 'library' },
  ]
  const released = Promise.withResolvers<string>()
  const first = runExport(ada, () => released.promise)

  await expect(runExport(ada, async () => 'second')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(await runExport(grace, async () => 'of Grace')).toBe('of Grace')
  released.resolve('first')

  expect([await first, await runExport(ada, async () => 'third')]).toEqual(['first', 'third'])
})
