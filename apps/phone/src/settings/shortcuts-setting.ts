import { createStore } from '@parley/primitives'

const key = 'parley.shortcuts'
const store = createStore<'on' | 'off'>(globalThis.localStorage?.getItem(key) === 'off' ? 'off' : 'on')

/** Whether single-key shortcuts are on. Users of speech input need to turn them off (WCAG 2.1.4). */
export const shortcutsSetting = {
  get: store.get,
  subscribe: store.subscribe,
  set(setting: 'on' | 'off'): void {
    localStorage.setItem(key, setting)
    store.set(setting)
  },
}
