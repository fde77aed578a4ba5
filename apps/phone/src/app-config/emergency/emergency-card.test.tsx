// @vitest-environment jsdom
import { cleanup, configure, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPhoneApiError } from '../../api/errors.ts'
import { createFakeCallManager, type Responses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { createTrunk } from '../trunks/trunk.fixture.ts'
import { EmergencyCard } from './emergency-card.tsx'

beforeEach(() => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false))
afterEach(cleanup)
configure({ eventWrapper: (work) => work(), asyncWrapper: (work) => work() })

const trunkId = '00000000-0000-4000-8000-000000000009'
const route = { trunkId, address: '12 Baker Street', testNumber: '933' }
const savedRoute = { ...route, test: null }

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

test('ZR713: a route of a workspace without a number is shown as not supported', async () => {
  await openCard({
    'GET /emergency-route': () => ({ route: savedRoute }),
    'GET /trunks': () => ({ items: [{ ...trunk, numbers: [] }] }),
  })

  expect(await screen.findByRole('button', { name: 'Remove route' })).toBeDefined()
  expect(screen.getByText('Emergency calls are not supported')).toBeDefined()
  expect(screen.getByText(/^To support them, connect a trunk/)).toBeDefined()
})

test('an administrator calls the test number, and removes the route after a confirmation', async () => {
  const dialled: object[] = []
  const responses: Responses = {
    'GET /emergency-route': () => ({ route: savedRoute }),
    'GET /trunks': () => ({ items: [trunk] }),
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

const trunk = createTrunk({ id: trunkId, numbers: ['+12125552368'] })
const noRoute: Responses = {
  'GET /emergency-route': () => ({ route: null }),
  'GET /trunks': () => ({ items: [{ ...trunk, id: `${trunkId.slice(0, -1)}1`, numbers: [] }, trunk] }),
}
const save = async () => await userEvent.click(await screen.findByRole('button', { name: 'Save route' }))

/** Guarantee: a workspace sees that it supports emergency calls only once the service has saved how. */
test('an administrator saves the emergency route through a trunk that has a number', async () => {
  const { requests } = await openCard({
    ...noRoute,
    'PUT /emergency-route': ({ body }) => ({ ...body, test: null }),
  })
  expect(await screen.findByText('Emergency calls are not supported')).toBeDefined()

  await userEvent.type(await screen.findByLabelText('Address'), ' 12 Baker Street ')
  await userEvent.type(screen.getByLabelText('Test number'), '9-3 3')
  await save()

  expect(await screen.findByRole('button', { name: 'Call the test number' })).toBeDefined()
  expect(screen.getByText('North line')).toBeDefined()
  expect(screen.queryByText('Emergency calls are not supported')).toBeNull()
  expect(requests.filter(({ name }) => name === 'PUT /emergency-route')).toEqual([
    { name: 'PUT /emergency-route', input: { body: route } },
  ])
})

test('a route without an address or test number is not sent, and every error is shown at its field', async () => {
  const { requests } = await openCard(noRoute)

  await save()

  expect(screen.getByText('Enter the address that you registered.')).toBeDefined()
  expect(screen.getByText('Enter a number with its country code, or a short one such as 933.')).toBeDefined()
  expect(requests.map(({ name }) => name)).not.toContain('PUT /emergency-route')
})

test('a route that the service rejects is not shown as saved, and can be corrected', async () => {
  await openCard({
    ...noRoute,
    'PUT /emergency-route': ({ body }) => {
      if (body.testNumber === '911') throw createPhoneApiError('EMERGENCY_NUMBER', { typed: '911' })
      return { ...body, test: null }
    },
  })
  await userEvent.type(await screen.findByLabelText('Address'), '12 Baker Street')
  const testNumber = screen.getByLabelText<HTMLInputElement>('Test number')
  await userEvent.type(testNumber, '911')

  await save()

  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.getByText('Emergency calls are not supported')).toBeDefined()
  await userEvent.clear(testNumber)
  await userEvent.type(testNumber, '933')
  await save()
  expect(await screen.findByRole('button', { name: 'Call the test number' })).toBeDefined()
})

test.each([
  [null, /^Never tested\./],
  [{ at: Date.UTC(2026, 4, 3), isOutdated: false }, /^Tested on .*2026.*: the test number answered\.$/],
  [{ at: Date.UTC(2026, 4, 3), isOutdated: true }, /^Changed since the test on .*2026/],
])('the card says whether and when the test number answered', async (tested, sentence) => {
  await openCard({
    'GET /emergency-route': () => ({ route: { ...route, test: tested } }),
    'GET /trunks': () => ({ items: [trunk] }),
  })

  expect(await screen.findByText(sentence)).toBeDefined()
})
