import { expect, test } from 'vitest'
import { runPlanning } from './limit-planning.ts'

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
