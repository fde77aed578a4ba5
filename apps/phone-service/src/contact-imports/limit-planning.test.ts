import { expect, test } from 'vitest'
import { runPlanning, runSmallPlanning } from './limit-planning.ts'

/** Guarantee: the previews of several accounts do not exhaust the memory of the process. */
test('ZR739: large files are planned one after another, and small ones beside them', async () => {
  const started: string[] = []
  const plan = (workspaceId: string, fileBytes: number) => {
    const released = Promise.withResolvers<void>()
    const user = { userId: `user of ${workspaceId}`, workspaceId }
    const done = runPlanning({ user, fileBytes, signal: new AbortController().signal }, () => {
      started.push(workspaceId)
      return released.promise
    })
    return { done, release: released.resolve }
  }
  const [bakery, dairy] = [plan('bakery', 1_000_000), plan('dairy', 1_000_000)]
  const library = plan('library', 1_000)
  await expect.poll(() => started).toEqual(['bakery', 'library'])

  bakery.release()
  await bakery.done
  await expect.poll(() => started).toEqual(['bakery', 'library', 'dairy'])
  dairy.release()
  library.release()
  await Promise.all([dairy.done, library.done])
})

/** Guarantee: a few accounts with large files do not prevent the uploads of others. */
test('ZR868: users take turns with uploads and previews, and some leave places to others', async () => {
  const started: string[] = []
  const release = Promise.withResolvers<void>()
  const { signal } = new AbortController()
  const upload = (userId: string) =>
    runSmallPlanning({ user: { userId }, signal }, () => {
      started.push(userId)
      return release.promise
    })
  const attacks = ['mallory', 'trudy'].flatMap((userId) => [upload(userId), upload(userId)])
  const own = upload('ada')
  expect(started).toEqual(['mallory', 'mallory', 'trudy', 'ada'])
  const later = upload('grace')
  expect(started).toHaveLength(4)

  release.resolve()
  await Promise.all([...attacks, own, later])
  expect(started.slice(4).toSorted()).toEqual(['grace', 'trudy'])
})
