import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDataCache } from './data-cache.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function countingCache() {
  let fetched = 0
  return createDataCache(async (key) => `${key} ${++fetched}`)
}

test('concurrent readers share one fetch', async () => {
  const entry = countingCache().entry('ada')

  expect(entry.get().state).toBe('pending')
  const values = await Promise.all([entry.load(), entry.load(), entry.load()])

  expect(values).toEqual(['ada 1', 'ada 1', 'ada 1'])
  expect(entry.get()).toMatchObject({ state: 'ready', value: 'ada 1' })
  expect(entry.get()).toBe(entry.get())
})

test('refreshes within 300 ms are merged, and the old value remains until then', async () => {
  const entry = countingCache().entry('ada')
  const listener = vi.fn()
  entry.subscribe(listener)
  await entry.load()

  const refreshes = Promise.all([entry.refresh(), entry.refresh(), entry.refresh()])
  await vi.advanceTimersByTimeAsync(299)
  expect(entry.get()).toMatchObject({ state: 'ready', value: 'ada 1' })
  await vi.advanceTimersByTimeAsync(1)
  await refreshes

  expect(entry.get()).toMatchObject({ state: 'ready', value: 'ada 2' })
})

test('a refresh waits for a running fetch', async () => {
  let running = 0
  let most = 0
  const entry = createDataCache(async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    running--
  }).entry('ada')

  void entry.load()
  const refreshed = entry.refresh()
  await vi.advanceTimersByTimeAsync(2_500)
  await refreshed

  expect(most).toBe(1)
})

test('data is dropped 5 s after the last subscriber leaves', async () => {
  const cache = countingCache()
  const unsubscribe = cache.entry('ada').subscribe(() => {})
  await cache.entry('ada').load()
  await vi.advanceTimersByTimeAsync(60_000)

  unsubscribe()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(await cache.entry('ada').load()).toBe('ada 1')
  await vi.advanceTimersByTimeAsync(1)

  expect(await cache.entry('ada').load()).toBe('ada 2')
})

test('resubscribing within 5 s retains the data', async () => {
  const cache = countingCache()
  const unsubscribe = cache.entry('ada').subscribe(() => {})
  await cache.entry('ada').load()

  unsubscribe()
  await vi.advanceTimersByTimeAsync(4_000)
  cache.entry('ada').subscribe(() => {})
  await vi.advanceTimersByTimeAsync(60_000)

  expect(await cache.entry('ada').load()).toBe('ada 1')
})

test('a failure is in the snapshot, and load retries', async () => {
  let fails = true
  const entry = createDataCache(async () => {
    if (fails) throw new Error('down')
    return 'up'
  }).entry('ada')

  await expect(entry.load()).rejects.toThrow('down')
  expect(entry.get()).toMatchObject({ state: 'failed' })
  fails = false

  expect(await entry.load()).toBe('up')
})

test('a failed refresh retains the old value', async () => {
  let fails = false
  const entry = createDataCache(async () => {
    if (fails) throw new Error('down')
    return 'up'
  }).entry('ada')
  await entry.load()
  fails = true

  const refreshed = expect(entry.refresh()).rejects.toThrow('down')
  await vi.advanceTimersByTimeAsync(300)
  await refreshed

  expect(entry.get()).toMatchObject({ state: 'ready', value: 'up' })
})

/** Returns an entry whose fetches are answered by the test, oldest first. */
function manualEntry() {
  const fetches: PromiseWithResolvers<string>[] = []
  const entry = createDataCache(() => {
    const fetch = Promise.withResolvers<string>()
    fetches.push(fetch)
    return fetch.promise
  }).entry('ada')
  return { entry, fetches }
}

test('a fetch that was superseded does not replace newer data', async () => {
  const { entry, fetches } = manualEntry()
  const first = entry.load()
  entry.fill(Promise.resolve('new'))
  await entry.load()

  fetches[0]?.resolve('old')

  expect(await first).toBe('old')
  expect(entry.get()).toMatchObject({ state: 'ready', value: 'new' })
})

test('a superseded fetch that fails does not replace the newer one, which others share', async () => {
  const { entry, fetches } = manualEntry()
  const first = entry.load()
  const newer = Promise.withResolvers<string>()
  entry.fill(newer.promise)

  fetches[0]?.reject(new Error('down'))
  await expect(first).rejects.toThrow('down')
  expect(entry.get().state).toBe('pending')
  const shared = entry.fetch()
  newer.resolve('new')

  expect(await shared).toBe('new')
  expect(fetches).toHaveLength(1)
})
