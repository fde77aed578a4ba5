import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { openApp, storeSession } from '../../browser.fixture.tsx'
import { type FakeAccountService, startFakeAccountService } from '../../fake-account-service.fixture.ts'

// A dialog accepts pointer events only after its layers are counted, which jsdom's pointer does not wait for.
export const user = userEvent.setup({ pointerEventsCheck: 0 })

export const ada = 'ada@example.com'
export const password = 'difference engine'

interface Channel {
  readonly id: string
  readonly value: string
  readonly is_primary: boolean
  readonly is_verified: boolean
  readonly used_for_auth: boolean
}

export const signInEmail: Channel = {
  id: 'channel-1',
  value: ada,
  is_primary: true,
  is_verified: true,
  used_for_auth: true,
}

/** Starts a service in which Ada is signed in, with the given addresses. */
export async function startService(
  channels: readonly Channel[] = [signInEmail],
): Promise<FakeAccountService> {
  const service = await startFakeAccountService()
  service.addUser(ada, password, { isVerified: true })
  const items = channels.map((channel) => ({ ...channel, type: 'email' }))
  service.routes.set('GET /contact-channels', () => ({ json: { items, is_paginated: false } }))
  service.routes.set('PATCH /users/me', (body) => {
    setFields(service, body)
    return { json: {} }
  })
  storeSession(service, ada)
  return service
}

export function setFields(service: FakeAccountService, fields: Readonly<Record<string, unknown>>): void {
  const person = service.person(ada)
  if (person) person.fields = { ...person.fields, ...fields }
}

export function openSection(service: FakeAccountService, section: string) {
  return openApp(service, `/handler/account-settings#${section}`)
}

export async function click(name: string, role = 'button'): Promise<void> {
  await user.click(await screen.findByRole(role, { name }))
}

export async function confirmDialog(name: string): Promise<void> {
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name }))
}
