// @vitest-environment jsdom
import type { Call } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { InviteForm } from '../app-config/members/invite-form.tsx'
import { callFixture, createLocalCall } from '../current-call/call.fixture.ts'
import { noCalls } from '../current-call/manager/call-manager-state.ts'
import type { LocalCall } from '../current-call/manager/local-call.ts'
import { ada, createFakeCallManager, emptyResponses } from '../phone.fixture.ts'
import type { Me } from '../phone-context.tsx'
import { renderScreen } from '../render-screen.fixture.tsx'
import {
  grace,
  memberPermissions,
  ownerPermissions,
  self,
  startWorkspaceService,
  type WorkspaceService,
} from '../workspace-service.fixture.ts'
import { FirstSteps } from './first-steps.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const echo: Me['directory'][number] = { number: '+15550100', service: 'echo', name: 'Echo', does: '' }
const own: Call = { ...callFixture, number: echo.number, answeredAt: 2_000 }

test.each([
  ['an answered call by the user to the echo number', own, 'Done'],
  ['nothing', null, 'Open'],
  ['an answered incoming call', { ...own, direction: 'incoming', number: '+15550142' }, 'Open'],
  ['a call by the user to another number', { ...own, number: '+15550142' }, 'Open'],
  ['a call by a colleague to the echo number', { ...own, userId: 'grace' }, 'Open'],
  ['an unanswered call by the user to the echo number', { ...own, answeredAt: null }, 'Open'],
] as const)('after %s the echo step has the right state', async (_, call, state) => {
  const { requests } = await renderScreen({
    screens: { '/': FirstSteps, '/contacts': FirstSteps },
    path: '/',
    me: { directory: [echo] },
    responses: {
      ...emptyResponses,
      'GET /calls': () => ({ items: call ? [call] : [], nextCursor: null }),
    },
  })

  const step = (await screen.findByText('Call Echo and hear yourself')).closest('li')
  expect(within(required(step, 'row of the step')).getByText(state)).toBeDefined()
  expect(requests).toContainEqual({
    name: 'GET /calls',
    input: { query: { search: '+15550100', limit: 200 } },
  })
})

test('the echo step hides its button during a call', async () => {
  const talking: LocalCall = createLocalCall({ ...own, phase: 'talking' })
  await renderScreen({
    screens: { '/': FirstSteps, '/contacts': FirstSteps },
    path: '/',
    me: { directory: [echo] },
    responses: {
      ...emptyResponses,
    },
    phone: {
      callManager: createFakeCallManager({ ...noCalls, localCalls: [talking], activeKey: talking.key }),
    },
  })

  expect(await screen.findByText('Call Echo and hear yourself')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Echo/ })).toBeNull()
})

test.each([
  ['administrators of a workspace that may have trunks', { isPhoneAdmin: true, areTrunksGranted: true }, 1],
  ['administrators of another workspace', { isPhoneAdmin: true, areTrunksGranted: false }, 0],
  ['other members', { isPhoneAdmin: false, areTrunksGranted: true }, 0],
] as const)('a trunk is a first step only for those who may add one: %s', async (_, me, shown) => {
  await renderScreen({
    screens: { '/': FirstSteps, '/contacts': FirstSteps, '/app-config': FirstSteps },
    path: '/',
    me: { directory: [echo], ...me },
    responses: { ...emptyResponses },
  })

  await screen.findByText('Add a contact')
  expect(screen.queryAllByText('Connect a trunk to the telephone network')).toHaveLength(shown)
})

const verified = {
  number: '+12125552177',
  source: 'verification',
  trunkName: null,
  label: 'Workshop',
  ringsFor: 'elsewhere',
} as const
const ofTrunk = { ...verified, source: 'trunk', trunkName: 'Office', ringsFor: 'workspace' } as const

test.each([
  ['no number', [], 'Open'],
  ['a number of a trunk', [ofTrunk], 'Open'],
  ['a verified number', [ofTrunk, verified], 'Done'],
] as const)('verifying a number is a first step of an administrator with %s', async (_, numbers, state) => {
  await renderScreen({
    screens: { '/': FirstSteps, '/contacts': FirstSteps, '/app-config/phone-verification': FirstSteps },
    path: '/',
    me: { directory: [echo], isPhoneAdmin: true, numbers: [...numbers] },
    responses: { ...emptyResponses },
  })

  const link = await screen.findByRole('link', { name: 'Verify a number to call from' })
  expect(link.getAttribute('href')).toBe('/app-config/phone-verification')
  expect(within(required(link.closest('li'), 'row of the step')).getByText(state)).toBeDefined()
})

test('verifying a number is no step of other members', async () => {
  await renderScreen({
    screens: { '/': FirstSteps, '/contacts': FirstSteps },
    path: '/',
    me: { directory: [echo], isPhoneAdmin: false },
    responses: { ...emptyResponses },
  })

  await screen.findByText('Add a contact')
  expect(screen.queryByText('Verify a number to call from')).toBeNull()
})

test.each([
  ['stay until a number is verified', [], true],
  ['are over with a verified number', [verified], false],
  ['are over with a number of a trunk, which users can call from', [ofTrunk], false],
] as const)('the first steps %s', async (_, numbers, isShown) => {
  await renderScreen({
    screens: {
      '/': () => (
        <>
          <p>Calls</p>
          <FirstSteps />
        </>
      ),
      '/contacts': FirstSteps,
      '/app-config': FirstSteps,
      '/app-config/phone-verification': FirstSteps,
    },
    path: '/',
    me: { isPhoneAdmin: true, hasTrunk: true, numbers: [...numbers] },
    responses: { ...emptyResponses, 'GET /contacts': () => ({ items: [], total: 1, nextCursor: null }) },
  })

  await screen.findByText('Calls')
  if (isShown) expect(await screen.findByText('Verify a number to call from')).toBeDefined()
  else {
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(screen.queryByText('First steps')).toBeNull()
  }
})

const withColleague = { [self]: 'Ada', [grace]: 'Grace' }
const invitations = [{ id: 'i', recipient_email: 'grace@example.com' }]

async function showStepsIn(options: Omit<WorkspaceService, 'admins'>) {
  const workspace = await startWorkspaceService({ admins: [self], ...options })
  await renderScreen({
    screens: { '/': FirstSteps, '/contacts': FirstSteps, '/app-config/members': FirstSteps },
    path: '/',
    me: { directory: [echo] },
    app: workspace.app,
    responses: { ...emptyResponses },
  })
  return workspace
}

test.each([
  ['is alone', { names: { [self]: 'Ada' } }, 'Open'],
  ['has invited a colleague', { names: { [self]: 'Ada' }, invitations }, 'Done'],
  ['has colleagues', { names: withColleague }, 'Done'],
] as const)(
  'inviting colleagues is a first step of an owner who %s',
  async (_, { names, ...others }, state) => {
    const invited = 'invitations' in others ? [...others.invitations] : []
    await using _workspace = await showStepsIn({
      permissions: ownerPermissions,
      names,
      invitations: invited,
    })

    const link = await screen.findByRole('link', { name: 'Invite colleagues' })
    expect(link.getAttribute('href')).toBe('/app-config/members')
    expect(within(required(link.closest('li'), 'row of the step')).getByText(state)).toBeDefined()
  },
)

test('inviting colleagues is no step of a user who joined by invitation', async () => {
  await using _ = await showStepsIn({ permissions: memberPermissions, names: withColleague })

  await screen.findByText('Add a contact')
  expect(screen.queryByText('Invite colleagues')).toBeNull()
})

test('inviting colleagues is no step where the account service does not show the members', async () => {
  await renderScreen({
    screens: { '/': FirstSteps, '/contacts': FirstSteps },
    path: '/',
    me: { directory: [echo] },
    responses: { ...emptyResponses },
  })

  await screen.findByText('Add a contact')
  expect(screen.queryByText('Invite colleagues')).toBeNull()
})

test('the step is done when the user returns after inviting a colleague', async () => {
  const workspace = await startWorkspaceService({
    permissions: ownerPermissions,
    admins: [self],
    names: { [self]: 'Ada' },
  })
  await using _ = workspace
  const team = required(await (await workspace.app.getUser())?.getTeam(ada.workspace.id), 'the team')
  const { router } = await renderScreen({
    screens: {
      '/': FirstSteps,
      '/contacts': FirstSteps,
      '/app-config/members': () => <InviteForm team={team} />,
    },
    path: '/',
    me: { directory: [echo] },
    app: workspace.app,
    responses: { ...emptyResponses },
  })
  const user = userEvent.setup()
  const findStep = async () => {
    const link = await screen.findByRole('link', { name: 'Invite colleagues' })
    return { link, row: within(required(link.closest('li'), 'row of the step')) }
  }

  const before = await findStep()
  before.row.getByText('Open')
  await user.click(before.link)
  await user.type(await screen.findByLabelText('E-mail'), 'grace@example.com')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  await screen.findByText('An invitation was sent to grace@example.com.')
  await router.navigate({ to: '/' })

  await (await findStep()).row.findByText('Done')
})

test.each([
  ['is a step where the browser has another one', { workspaceLanguage: 'en-US' }, 1],
  ['is no step where the browser has the same one', { workspaceLanguage: 'de-DE' }, 0],
  ['is no step of a member', { workspaceLanguage: 'en-US', isPhoneAdmin: false }, 0],
  ['is no step where it has been chosen', { workspaceLanguage: 'en-US', isWorkspaceLanguageChosen: true }, 0],
] as const)('the language of the workspace %s', async (_, me, count) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-AT'])
  await renderScreen({
    screens: { '/': FirstSteps, '/contacts': FirstSteps, '/app-config': FirstSteps },
    path: '/',
    me: { isPhoneAdmin: true, isWorkspaceLanguageChosen: false, isHomeCountryChosen: false, ...me },
    responses: emptyResponses,
  })

  await screen.findByText('Add a contact')
  const links = screen.queryAllByRole('link', { name: 'Choose the language that callers hear' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(count).fill('/app-config#language'))
})

test('the step of the home country leads to its card', async () => {
  await renderScreen({
    screens: { '/': FirstSteps, '/contacts': FirstSteps, '/app-config': FirstSteps },
    path: '/',
    me: { isPhoneAdmin: true, isHomeCountryChosen: false },
    responses: emptyResponses,
  })

  const link = await screen.findByRole('link', { name: 'Choose your home country' })
  expect(link.getAttribute('href')).toBe('/app-config#home-country')
})
