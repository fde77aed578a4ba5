// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { detectThemeMode, watchThemeMode } from './theme-mode.ts'

const root = document.documentElement

beforeEach(() => vi.stubGlobal('matchMedia', undefined))
afterEach(() => {
  for (const { name } of [...root.attributes]) root.removeAttribute(name)
  document.body.removeAttribute('style')
  vi.unstubAllGlobals()
})

test('a page without any hint is light', () => {
  expect(detectThemeMode()).toBe('light')
})

test('data-theme of the root has the highest priority', () => {
  root.dataset.theme = 'light'
  root.className = 'dark'
  document.body.style.backgroundColor = 'rgb(0, 0, 0)'
  expect(detectThemeMode()).toBe('light')
})

test('a theme attribute of the root determines the mode', () => {
  root.setAttribute('data-color-scheme', 'dark')
  expect(detectThemeMode()).toBe('dark')
})

test('a class name that contains dark determines the mode', () => {
  root.className = 'app theme-dark'
  expect(detectThemeMode()).toBe('dark')
})

test('a background below luma 128 is dark, one of 128 is light', () => {
  document.body.style.backgroundColor = 'rgb(127, 127, 127)'
  expect(detectThemeMode()).toBe('dark')
  document.body.style.backgroundColor = 'rgb(128, 128, 128)'
  expect(detectThemeMode()).toBe('light')
})

test('attribute changes are detected until watching stops', async () => {
  const seen: string[] = []
  const end = watchThemeMode((mode) => seen.push(mode))

  root.dataset.theme = 'dark'
  await vi.waitFor(() => expect(seen).toEqual(['dark']))
  end()
  root.dataset.theme = 'light'
  await new Promise((resolve) => setTimeout(resolve))

  expect(seen).toEqual(['dark'])
})
