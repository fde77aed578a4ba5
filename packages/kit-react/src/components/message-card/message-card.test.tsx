// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, resetBrowser } from '../../browser.fixture.tsx'
import { startFakeAccountService } from '../../fake-account-service.fixture.ts'
import { MessageCard } from './message-card.tsx'

afterEach(resetBrowser)

test('a message has the actions of the application', async () => {
  await using service = await startFakeAccountService()
  const [primaryAction, secondaryAction] = [vi.fn(), vi.fn()]
  openApp(service, '/', {
    home: (
      <MessageCard
        title="Trial ended"
        primaryButtonText="Subscribe"
        primaryAction={primaryAction}
        secondaryButtonText="Later"
        secondaryAction={secondaryAction}
      >
        <p>Your notes are kept.</p>
      </MessageCard>
    ),
  })

  expect((await screen.findByRole('region', { name: 'Trial ended' })).textContent).toContain('notes are kept')
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
  await userEvent.click(screen.getByRole('button', { name: 'Later' }))

  expect(primaryAction).toHaveBeenCalledTimes(1)
  expect(secondaryAction).toHaveBeenCalledTimes(1)
})

test('a message without actions has no buttons', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/', { home: <MessageCard title="Trial ended" /> })

  await screen.findByRole('heading', { name: 'Trial ended' })
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('an action that fails is explained', async () => {
  await using service = await startFakeAccountService()
  const fail = () => Promise.reject(new Error('Broken'))
  openApp(service, '/', {
    home: <MessageCard title="Trial ended" primaryButtonText="Subscribe" primaryAction={fail} />,
  })

  await userEvent.click(await screen.findByRole('button', { name: 'Subscribe' }))

  expect((await screen.findByRole('alert')).textContent).toContain('An unknown error occurred.')
})
