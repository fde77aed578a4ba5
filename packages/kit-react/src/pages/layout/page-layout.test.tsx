// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { openApp, resetBrowser } from '../../browser.fixture.tsx'
import { startFakeAccountService } from '../../fake-account-service.fixture.ts'

afterEach(() => {
  resetBrowser()
  document.documentElement.removeAttribute('data-theme')
})

const image = (name: string) => `http://accounts.example.com/images/project-logos/${name}.png`

async function openSignIn(logos: Record<string, string>, displayName = 'Kestrel Freight') {
  const service = await startFakeAccountService()
  Object.assign(service.logos, logos, { display_name: displayName })
  openApp(service, '/handler/sign-in')
  await screen.findByRole('heading', { name: 'Sign in' })
  const home = within(screen.getByRole('banner')).getByRole('link')
  return { home, src: () => home.querySelector('img')?.getAttribute('src'), service }
}

test('a project without logos has its name in the header and in the title, without the logo of Parley', async () => {
  const { home, service } = await openSignIn({})
  await using _closing = service

  expect([home.textContent, document.title]).toEqual(['Kestrel Freight', 'Sign in · Kestrel Freight'])
  expect(home.querySelector('img, svg')).toBeNull()
})

test('the applications of Parley have its logo', async () => {
  const { home, service } = await openSignIn({}, 'Parley')
  await using _closing = service

  expect(home.textContent).toBe('Parley')
  expect(home.querySelector('svg')).toBeTruthy()
})

test('a square logo is beside the name of the project', async () => {
  const { home, src, service } = await openSignIn({ logo_url: image('square') })
  await using _closing = service

  expect([home.textContent, src()]).toEqual(['Kestrel Freight', image('square')])
  expect((await axe.run(home)).violations).toEqual([])
})

test('a logo with the name replaces the name, which is its text alternative', async () => {
  const { home, src, service } = await openSignIn({
    logo_url: image('square'),
    logo_full_url: image('full'),
  })
  await using _closing = service

  expect([home.textContent, src()]).toEqual(['', image('full')])
  expect(within(home).getByRole('img', { name: 'Kestrel Freight' })).toBeTruthy()
  expect((await axe.run(home)).violations).toEqual([])
})

test('a dark page shows the logo for a dark background, or else the other one', async () => {
  document.documentElement.setAttribute('data-theme', 'dark')
  const dark = await openSignIn({
    logo_url: image('square'),
    logo_dark_mode_url: image('dark'),
    logo_full_dark_mode_url: image('full-dark'),
  })
  await using _dark = dark.service
  expect(dark.src()).toBe(image('dark'))
  resetBrowser()
  const light = await openSignIn({ logo_url: image('square') })
  await using _light = light.service

  expect(light.src()).toBe(image('square'))
})
