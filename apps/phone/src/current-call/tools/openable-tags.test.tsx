// @vitest-environment jsdom
import type { Call } from '@parley/contract/phone'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { emptyResponses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { callFixture } from '../call.fixture.ts'
import { OpenableTags } from './openable-tags.tsx'

afterEach(cleanup)

test('tags are added to a running call and removed from it, and are shown while the list is closed', async () => {
  let stored: Call = { ...callFixture, tags: ['Key customer'] }
  await renderScreen({
    screens: { '/': () => <OpenableTags call={callFixture} /> },
    path: '/',
    responses: {
      ...emptyResponses,
      'GET /calls/tags': () => ({ items: ['Key customer', 'Urgent'] }),
      'GET /calls/{call}': () => stored,
      'PUT /calls/{call}/tags': ({ body }) => {
        stored = { ...stored, tags: (body as { tags: string[] }).tags }
        return stored
      },
    },
  })

  await userEvent.click(await screen.findByText('Tags'))
  await screen.findByRole('button', { name: 'Remove the tag Key customer' })
  await userEvent.type(await screen.findByLabelText('New tag'), 'Urgent{Enter}')
  await screen.findByRole('button', { name: 'Remove the tag Urgent' })
  await userEvent.click(screen.getByRole('button', { name: 'Remove the tag Key customer' }))
  await expect.poll(() => stored.tags).toEqual(['Urgent'])
  await expect.poll(() => screen.queryByText('Key customer')).toBeNull()
  await userEvent.click(screen.getByText('Tags'))

  expect(await screen.findByText('Tags: Urgent')).toBeDefined()
  expect(screen.queryByLabelText('New tag')).toBeNull()
})
