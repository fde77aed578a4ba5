import { connectToDatabase } from '@parley/server'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { App } from './fixture.ts'
import { requestPhone, type User } from './users.ts'

/** 60 letters without a space. */
export const longName = 'Featherstonehaugh-Okafor-van-der-Lindqvist-Marlow-of-Brandts'

/** Makes a user a member of the workspace of another one, as an accepted invitation does. */
export async function addMember({ dataDirectory }: App, owner: User, member: User): Promise<string> {
  const [{ workspace }, { user }] = await Promise.all([
    requestPhone(owner.page, 'GET', '/me'),
    requestPhone(member.page, 'GET', '/me'),
  ])
  await using database = await connectToDatabase({ kind: 'embedded', dataDirectory })
  const { pool } = database
  await pool.query(
    `insert into accounts.team_memberships (project_id, team_id, user_id, created_at)
     select project_id, id, $2, now() from accounts.teams where id = $1`,
    [workspace.id, user.id],
  )
  await pool.query(
    `insert into accounts.team_permission_grants (project_id, team_id, user_id, permission_id)
     select project_id, id, $2, 'team_member' from accounts.teams where id = $1`,
    [workspace.id, user.id],
  )
  await pool.query('update accounts.users set selected_team_id = $1 where id = $2', [workspace.id, user.id])
  // The phone service caches users for three seconds.
  await expect
    .poll(async () => (await requestPhone(member.page, 'GET', '/me')).workspace.id, { timeout: 30_000 })
    .toBe(workspace.id)
  return workspace.id
}

/** Opens the members of the workspace in the configuration. */
export async function openMembers(page: Page, { phoneUrl }: App): Promise<void> {
  await page.goto(`${phoneUrl}/app-config/members`)
  await page.getByRole('heading', { level: 2, name: 'Members' }).waitFor()
}
