// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openApp, renderIntoDocument, resetBrowser, storeSession } from '../../browser.fixture.tsx'
import { type FakeAccountService, startFakeAccountService } from '../../fake-account-service.fixture.ts'
import { UserAvatar } from './user-avatar.tsx'
import { UserButton } from './user-button.tsx'

const ada = 'ada@example.com'

let service: FakeAccountService

beforeEach(async () => {
  service = await startFakeAccountService()
  service.addUser(ada, 'correct horse')
})
afterEach(async () => {
  resetBrowser()
  await service[Symbol.asyncDispose]()
})

const listItems = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)

test('the menu of a signed-in user leads to the account settings and signs out, by keyboard', async () => {
  storeSession(service, ada)
  openApp(service, '/', { home: <UserButton /> })

  const button = await screen.findByRole('button', { name: `Account of ${ada}` })
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(listItems()).toEqual(['Account settings', 'Sign out'])
  expect((await axe.run(document.body)).violations.filter(({ id }) => id !== 'region')).toEqual([])
  await userEvent.keyboard('{ArrowDown}{Enter}')

  expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeTruthy()
})

test('the menu without a user leads to sign-in and sign-up', async () => {
  openApp(service, '/', { home: <UserButton /> })

  await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
  expect(listItems()).toEqual(['Sign in', 'Sign up'])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sign up' }))

  expect(await screen.findByRole('heading', { name: 'Create an account' })).toBeTruthy()
})

test('the menu has the items of the application and changes its colour mode', async () => {
  storeSession(service, ada)
  const [onClick, colorModeToggle] = [vi.fn(), vi.fn()]
  openApp(service, '/', {
    home: (
      <UserButton
        extraItems={[{ text: 'Billing', icon: <i />, onClick }]}
        colorModeToggle={colorModeToggle}
      />
    ),
  })

  const open = async () => userEvent.click(await screen.findByRole('button', { name: `Account of ${ada}` }))
  await open()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Billing' }))
  await open()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Switch between light and dark' }))

  expect(onClick).toHaveBeenCalledTimes(1)
  expect(colorModeToggle).toHaveBeenCalledTimes(1)
})

test('the button shows name and e-mail on request', async () => {
  storeSession(service, ada)
  const person = service.person(ada)
  if (person) person.fields = { display_name: 'Ada Lindqvist' }
  openApp(service, '/', { home: <UserButton showUserInfo /> })

  const button = await screen.findByRole('button', { name: 'Account of Ada Lindqvist' })
  expect(button.textContent).toContain(`Ada Lindqvist${ada}`)
})

test('an avatar has the requested size with a picture, with initials, and without a user', async () => {
  renderIntoDocument(
    <div data-testid="avatars">
      <UserAvatar size={50} user={{ profileImageUrl: 'data:image/png;base64,AA==' }} />
      <UserAvatar size={50} user={{ displayName: 'Ada Lindqvist' }} />
      <UserAvatar size={50} user={{ primaryEmail: ada }} border />
      <UserAvatar size={50} />
    </div>,
  )

  const avatars = [...(await screen.findByTestId('avatars')).children] as HTMLElement[]
  expect(avatars.map(({ style }) => `${style.width} ${style.height}`)).toEqual(Array(4).fill('50px 50px'))
  expect(avatars.map(({ textContent }) => textContent)).toEqual(['', 'AL', 'A', ''])
})
