// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderIntoDocument, resetBrowser } from '../browser.fixture.tsx'
import { StackTheme } from './stack-theme.tsx'

afterEach(() => {
  resetBrowser()
  document.documentElement.removeAttribute('data-theme')
})

test('a theme is written with the nonce, and changes with the mode of the page', async () => {
  document.documentElement.setAttribute('data-theme', 'light')
  renderIntoDocument(
    <StackTheme theme={{ light: { border: 'silver' }, dark: { ring: 'gold' } }} nonce="r4nd0m">
      <p>Content</p>
    </StackTheme>,
  )

  await screen.findByText('Content')
  const style = document.querySelector('style')
  expect(style?.nonce).toBe('r4nd0m')
  expect(style?.textContent).toBe(':root{--line:silver;}')
  document.documentElement.setAttribute('data-theme', 'dark')

  await waitFor(() => expect(style?.textContent).toBe(':root{--focus:gold;}'))
})

test('without a theme, no style is written', async () => {
  renderIntoDocument(<StackTheme>Content</StackTheme>)

  await screen.findByText('Content')
  expect(document.querySelector('style')).toBeNull()
})
