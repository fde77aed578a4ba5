// @vitest-environment jsdom
import { cleanup, configure, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFakeCallManager, type Responses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { EmergencyCard } from './emergency-card.tsx'

beforeEach(() => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false))
afterEach(cleanup)
configure({ eventWrapper: (work) => work(), asyncWrapper: (work) => work(), asyncUtilTimeout: 10_000 })

const trunkId = '00000000-0000-4000-8000-000000000009'
const route = { trunkId, address: '12 Baker Street', testNumber: '933' }

async function openCard(responses: Responses, dialled: object[] = []) {
  return await renderScreen({
    screens: { '/app-config': EmergencyCard },
    path: '/app-config',
    responses: { 'GET /trunks': () => ({ items: [] }), ...responses },
    phone: { callManager: createFakeCallManager(undefined, { dial: (request) => dialled.push(request) }) },
  })
}

test('without a trunk that has a number, the card says that emergency calls need one', async () => {
  await openCard({ 'GET /emergency-route': () => ({ route: null }) })

  expect(await screen.findByText('Emergency calls are not supported')).toBeDefined()
  expect(screen.getByText(/^To support them, connect a trunk/)).toBeDefined()
})

test('an administrator calls the test number, and removes the route after a confirmation', async () => {
  const dialled: object[] = []
  const responses: Responses = {
    'GET /emergency-route': () => ({ route }),
    'DELETE /emergency-route': () => ({ success: true }),
  }
  const { requests } = await openCard(responses, dialled)

  await userEvent.click(await screen.findByRole('button', { name: 'Call the test number' }))
  expect(dialled).toMatchObject([{ to: '933', purpose: 'emergency-test' }])
  await userEvent.click(screen.getByRole('button', { name: 'Remove route' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove route' }))

  expect(await screen.findByText('Emergency calls are not supported')).toBeDefined()
  expect(requests.filter(({ name }) => name === 'DELETE /emergency-route')).toHaveLength(1)
})
