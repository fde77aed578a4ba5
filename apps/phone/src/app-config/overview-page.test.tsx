// @vitest-environment jsdom
import { cleanup, configure, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { grace, memberPermissions, self } from '../workspace-service.fixture.ts'
import { openConfigPage } from './members/members-page.fixture.tsx'
import { OverviewPage } from './overview-page.tsx'

beforeEach(() => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false))
afterEach(cleanup)
configure({ eventWrapper: (work) => work(), asyncWrapper: (work) => work() })

/** Guarantee: members see only what they may use. */
test('a member who opens the configuration reads which administrators to ask, and finds the members', async () => {
  const workspace = { permissions: memberPermissions, admins: [grace, 'linus'], owners: [grace] }
  await using _ = await openConfigPage(workspace, OverviewPage, { isPhoneAdmin: false })

  expect(await screen.findByText('Ask Grace or Linus.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Members' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Overview' })).toBeNull()
})

test('a member who may not see the members is advised without names', async () => {
  await using _ = await openConfigPage({ permissions: [], admins: [self] }, OverviewPage, {
    isPhoneAdmin: false,
  })

  expect(await screen.findByText('Ask the person who set up your workspace.')).toBeDefined()
  expect(screen.queryByText(/^Ask Ada/)).toBeNull()
})
