// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createPhoneApiError } from '../../api/errors.ts'
import type { CustomField } from '../../contacts/custom-fields/value-drafts.ts'
import { emptyResponses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { ContactFieldsPage } from './contact-fields-page.tsx'

afterEach(cleanup)

async function show(initial: readonly CustomField[]) {
  let items = [...initial]
  return await renderScreen({
    screens: { '/fields': ContactFieldsPage },
    path: '/fields',
    me: { isPhoneAdmin: true },
    responses: {
      ...emptyResponses,
      'GET /contact-fields': () => ({ items }),
      'POST /contact-fields': ({ body }) => {
        if (body.name === 'Notes') throw createPhoneApiError('CONTACT_FIELD_NAME_TAKEN', undefined)
        const added = { ...body, choices: body.choices ?? [], isArchived: false, id: crypto.randomUUID() }
        items = [...items, added]
        return added
      },
      'PUT /contact-fields': ({ body }) => {
        items = items.toSorted((a, b) => body.order.indexOf(a.id) - body.order.indexOf(b.id))
        return { items }
      },
      'PUT /contact-fields/{field}': ({ params, body }) => {
        items = items.map((field) =>
          field.id === params.field ? { ...field, ...body, choices: body.choices ?? [] } : field,
        )
        const [first] = items
        if (!first) throw new Error('There is no field.')
        return first
      },
      'DELETE /contact-fields/{field}': ({ params }) => {
        items = items.filter(({ id }) => id !== params.field)
        return { success: true }
      },
    },
  })
}

const field = (id: number, name: string): CustomField => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  name,
  type: 'text',
  choices: [],
  isArchived: false,
})

test('an administrator adds a field with choices, and a taken name is marked at its field', async () => {
  await show([])
  await userEvent.click(await screen.findByRole('button', { name: 'Add field' }))
  await userEvent.type(screen.getByLabelText('Name'), 'Notes')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/already have a field with this name/)).toBeDefined()

  await userEvent.clear(screen.getByLabelText('Name'))
  await userEvent.type(screen.getByLabelText('Name'), 'Tier')
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'Choice')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Enter up to 50 choices of up to 100 characters each.')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Choices'), 'Gold{Enter}Silver{Enter}Gold')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Choice: Gold, Silver')).toBeDefined()
})

test('fields are moved and archived, and a deletion asks once', async () => {
  await show([field(1, 'Since'), field(2, 'Size')])
  const listNames = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  await userEvent.click(await screen.findByRole('button', { name: /Move Size up|Size up/ }))
  await screen.findByText('Size')
  expect(listNames()).toEqual(['Size', 'Since'])

  await userEvent.click(screen.getByRole('button', { name: 'Archive Since' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Show Since again' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Since' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete field' }))

  await screen.findByRole('button', { name: 'Delete Size' })
  expect(screen.queryByText('Since')).toBeNull()
})
