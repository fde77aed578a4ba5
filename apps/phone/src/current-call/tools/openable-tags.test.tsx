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
  await screen.findByText('Tags: Key customer')
  await userEvent.type(await screen.findByLabelText('New tag'), 'Urgent{Enter}')
  await screen.findByText('Tags: Key customer, Urgent')
  await userEvent.click(screen.getByRole('button', { name: 'Remove the tag Key customer' }))
  const summary = await screen.findByText('Tags: Urgent')
  await userEvent.click(summary)

  await expect.poll(() => screen.queryByLabelText('New tag')).toBeNull()
  expect(summary.textContent).toBe('Tags: Urgent')
  expect(stored.tags).toEqual(['Urgent'])
})
