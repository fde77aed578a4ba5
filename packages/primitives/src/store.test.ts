import { expect, test, vi } from 'vitest'
import { createObjectStore, createStore } from './store.ts'

test('listeners are called after a change, and not for the same value', () => {
  const store = createStore(1)
  const listener = vi.fn(() => store.get())
  const unsubscribe = store.subscribe(listener)
  store.set(1)
  expect(listener).not.toHaveBeenCalled()
  store.set(2)
  expect(listener).toHaveReturnedWith(2)
  unsubscribe()
  store.set(3)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a listener that unsubscribes itself does not prevent others from being called', () => {
  const store = createStore('a')
  const second = vi.fn()
  const unsubscribe = store.subscribe(() => unsubscribe())
  store.subscribe(second)
  store.set('b')
  expect(second).toHaveBeenCalledTimes(1)
})

test('an object store keeps its object until a property differs', () => {
  const store = createObjectStore({ a: 1, b: 2 })
  const before = store.get()
  store.change({ a: 1 })
  expect(store.get()).toBe(before)
  store.change({ a: 3 })
  expect(store.get()).toEqual({ a: 3, b: 2 })
})
