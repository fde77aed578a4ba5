// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { resetBrowser } from '../../../browser.fixture.tsx'
import { click, openSection, startService } from '../settings.fixture.ts'

afterEach(resetBrowser)

test.each([true, false])('teams can be created only where the project allows it: %s', async (allowed) => {
  await using service = await startService()
  service.config.teamCreation = allowed
  service.routes.set('GET /teams', () => ({ json: { items: [], is_paginated: false } }))
  openSection(service, 'teams')

  await screen.findByText('You are in no team.')
  expect(screen.queryByRole('button', { name: 'Create team' }) !== null).toBe(allowed)
})

test('a team needs a name', async () => {
  await using service = await startService()
  service.routes.set('GET /teams', () => ({ json: { items: [], is_paginated: false } }))
  openSection(service, 'teams')

  await click('Create team')

  expect(await screen.findByText('Please enter a team name.')).toBeTruthy()
})
