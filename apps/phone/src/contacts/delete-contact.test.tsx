// @vitest-environment jsdom
import { randomUUID } from 'node:crypto'
import { useSearch } from '@tanstack/react-router'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createPhoneApiError } from '../api/errors.ts'
import { queryKeys } from '../api/query-keys.ts'
import { emptyResponses } from '../phone.fixture.ts'
import { renderScreen } from '../render-screen.fixture.tsx'
import { ContactDetail } from './contact-detail.tsx'
import { grace } from './grace.fixture.ts'

afterEach(cleanup)

const deletion = {
  id: randomUUID(),
  kind: 'deletion' as const,
  userId: randomUUID(),
  createdAt: Date.now(),
  undoableUntil: Date.now() + 60_000,
  contactCount: 1,
  names: [grace.name],
  isEdited: false,
}

function Contacts() {
  const { contact } = useSearch({ strict: false })
  return (
    <main>
      <nav tabIndex={-1} data-takes-focus />
      {contact ? <ContactDetail contactId={contact} isFullPage={false} /> : <p>No contact is open</p>}
    </main>
  )
}

test('a deleted contact is not refetched, even when the live event arrives first; the focus moves to the list', async () => {
  let isDeleted = false
  const { requests, queryClient } = await renderScreen({
    screens: { '/contacts': Contacts },
    path: `/contacts?contact=${grace.id}`,
    responses: {
      'GET /contacts/{contact}'() {
        if (isDeleted) throw createPhoneApiError('CONTACT_NOT_FOUND', undefined)
        return grace
      },
      'GET /calls': emptyResponses['GET /calls'],
      async 'DELETE /contacts/{contact}'() {
        isDeleted = true
        // The live event arrives before the response.
        await queryClient.invalidateQueries({ queryKey: queryKeys.contacts.all })
        return { change: deletion }
      },
    },
  })

  await userEvent.click(await screen.findByRole('button', { name: 'Delete contact' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete Grace Okafor?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Delete contact' }))

  expect(await screen.findByText('No contact is open')).toBeDefined()
  expect(requests.filter(({ name }) => name === 'GET /contacts/{contact}')).toHaveLength(1)
  expect(queryClient.getQueryCache().find({ queryKey: queryKeys.contacts.one(grace.id) })).toBeUndefined()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('navigation')))
})
