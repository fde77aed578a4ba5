import { connectToDatabase } from '@parley/server'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { messages } from './calling.ts'
import { type App, test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { addMember, longName } from './members.ts'
import { requestPhone, type User } from './users.ts'

async function openPrompt(page: Page, { phoneUrl }: App) {
  await page.goto(`${phoneUrl}/app-config/call-analyzer-prompt`)
  const text = page.getByRole('textbox', { name: messages['prompt.text'] })
  await text.waitFor()
  return text
}

/** Makes a user another administrator of the workspace of the first one. */
async function addAdministrator(app: App, owner: User, member: User): Promise<void> {
  const workspaceId = await addMember(app, owner, member)
  const { user } = await requestPhone(member.page, 'GET', '/me')
  await using database = await connectToDatabase({ kind: 'embedded', dataDirectory: app.dataDirectory })
  await database.pool.query(
    `insert into accounts.team_permission_grants (project_id, team_id, user_id, permission_id)
     select project_id, id, $2, 'phone_admin' from accounts.teams where id = $1`,
    [workspaceId, user.id],
  )
  await expect
    .poll(async () => (await requestPhone(member.page, 'GET', '/me')).isPhoneAdmin, { timeout: 30_000 })
    .toBe(true)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

for (const width of testedWidths)
  test(`an administrator edits the prompt, publishes it, sees the edit of another one, and restores a version, at ${width} px`, async ({
    app,
    openUser,
  }) => {
    const [ada, grace] = [await openUser('ada', { width }), await openUser('grace')]
    await addAdministrator(app, ada, grace)
    const { page } = ada
    const text = await openPrompt(page, app)
    await inspectPage(page, 'prompt')
    await button(page, messages['prompt.publish-open']).click()
    await page.getByLabel(messages['prompt.note'], { exact: true }).fill('As it was')
    await button(page, messages['prompt.publish']).click()
    await page.getByText('Version 1 published', { exact: true }).waitFor()

    await text.press('Control+End')
    await page.keyboard.type('\nTone: {{mood}}')
    await page.getByText(/^Line \d+: Parley has no variable {{mood}}/).waitFor()
    await page.mouse.move(0, 0)
    await inspectPage(page, 'prompt-unknown-variable')
    for (let at = 0; at < '{{mood}}'.length; at++) await page.keyboard.press('Backspace')
    await page.getByText(/has no variable/).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^{{notes}}/ }).click()
    expect(await text.inputValue()).toMatch(/\{\{notes\}\}$/)
    await page.keyboard.press('Control+z')
    expect(await text.inputValue()).not.toMatch(/\{\{notes\}\}$/)
    await page.keyboard.press('Control+y')

    const { draft } = await requestPhone(grace.page, 'GET', '/analysis-prompt')
    await requestPhone(grace.page, 'PUT', '/analysis-prompt/draft', {
      text: draft.text.replace('short sentences', 'friendly sentences'),
      outputFields: draft.outputFields,
      revision: draft.revision,
    })
    await button(page, messages['prompt.save']).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText(`Edited by ${grace.email}`).waitFor()
    await drawer.getByText('friendly', { exact: true }).waitFor()
    await inspectPage(page, 'prompt-conflict')
    await button(page, messages['prompt.save-mine']).click()
    await drawer.waitFor({ state: 'detached' })
    await button(page, messages['prompt.publish-open']).click()
    await page.getByLabel(messages['prompt.note'], { exact: true }).fill(`With notes, as ${longName} asked`)
    await inspectPage(page, 'prompt-publish')
    await button(page, messages['prompt.publish']).click()
    await page.getByText('Version 2 published', { exact: true }).waitFor()

    await button(page, 'Open version 2').click()
    await page.getByRole('tab', { name: messages['prompt.changes'] }).click()
    await page.getByText('From Version 1 (−) to Version 2 (+)').waitFor()
    await inspectPage(page, 'prompt-version-changes')
    await page.keyboard.press('Escape')
    await text.press('Control+End')
    await page.keyboard.type(' Not published.')
    await button(page, 'Open version 1').click()
    await inspectPage(page, 'prompt-version')
    await button(page, messages['prompt.restore']).click()
    await page.getByRole('alertdialog').waitFor()
    await inspectPage(page, 'prompt-restore')
    await button(page, messages['prompt.restore-confirm']).click()
    await page.getByText(messages['prompt.saved'], { exact: true }).waitFor()
    expect(await text.inputValue()).toBe(draft.text)
  })

test('a member without the right does not see the prompt', async ({ app, openUser }) => {
  const [ada, grace] = [await openUser('ada'), await openUser('grace')]
  await addMember(app, ada, grace)
  await grace.page.goto(`${app.phoneUrl}/app-config/call-analyzer-prompt`)
  await grace.page.getByText(messages['config.admins-only']).waitFor()
  expect(await grace.page.getByRole('textbox').count()).toBe(0)
  expect(await grace.page.getByRole('link', { name: messages['provider.title'] }).count()).toBe(0)
})

test('the prompt is edited with the keyboard only', async ({ app, openUser }) => {
  const { page } = await openUser('ada')
  const text = await openPrompt(page, app)
  const press = async (key: string, times = 1) => {
    for (let at = 0; at < times; at++) await page.keyboard.press(key)
  }
  const getFocused = () =>
    page.evaluate(() => {
      const { ariaLabel, textContent, name } = document.activeElement as HTMLInputElement
      return ariaLabel || textContent || name
    })
  const tabTo = async (label: RegExp) => {
    for (let at = 0; at < 60 && !label.test(await getFocused()); at++) await press('Tab')
    expect(await getFocused()).toMatch(label)
  }

  await text.focus()
  await press('Control+Home')
  await tabTo(/^{{locale}}/)
  await press('Enter')
  expect(await text.inputValue()).toMatch(/^\{\{locale\}\}/)
  expect(await text.evaluate((area) => area === document.activeElement)).toBe(true)
  await tabTo(/Outcome up/)
  await press('Enter')
  await page.getByText('Outcome: position 1 of 2').waitFor({ state: 'attached' })
  expect(await getFocused()).toMatch(/Outcome down/)
  await tabTo(/^Add field/)
  await press('Enter')
  await page.keyboard.type('Next step')
  await tabTo(/^Save draft/)
  await press('Enter')
  await page.getByText(messages['prompt.saved'], { exact: true }).waitFor()
  await tabTo(/^Publish/)
  await press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('By keyboard')
  await tabTo(/^Publish$/)
  await press('Enter')
  await page.getByText('Version 1 published', { exact: true }).waitFor()
  const { outputFields } = await requestPhone(page, 'GET', '/analysis-prompt/versions/1')
  expect(outputFields.map(({ key }: { key: string }) => key)).toEqual(['outcome', 'reason', 'next_step'])
})

for (const width of testedWidths)
  test(`1,000 versions of 20,000 characters with long words at ${width} px`, async ({ app, openUser }) => {
    const { page } = await openUser('ada', { width })
    const { workspace, user } = await requestPhone(page, 'GET', '/me')
    await using database = await connectToDatabase({ kind: 'embedded', dataDirectory: app.dataDirectory })
    await database.pool.query(
      `insert into phone.analysis_prompt_versions
       select $1, number, case when number % 2 = 0 then repeat('x', 20000)
                               else repeat(number % 10 || E'\\n', 10000) end,
              '[]', repeat('w', 200), $2, $3, now()
       from generate_series(1, 1000) as number`,
      [workspace.id, user.id, longName],
    )
    const text = await openPrompt(page, app)
    await button(page, messages['common.more']).click()
    await button(page, 'Open version 960').waitFor()
    await button(page, 'Open version 999').click()
    await page.getByRole('tab', { name: messages['prompt.changes'] }).click()
    await page.getByText('1 line removed, 10,001 lines added').waitFor()
    await page.getByLabel(messages['prompt.compare-with']).selectOption({ label: 'Version 1' })
    await page.getByText('From Version 1 (−) to Version 999 (+)').waitFor()
    await page.getByText('10,001 lines removed, 10,001 lines added').waitFor()
    await inspectPage(page, 'prompt-many-versions')
    await button(page, messages['prompt.restore']).click()
    await button(page, messages['prompt.restore-confirm']).click()
    await page.getByText(messages['prompt.saved'], { exact: true }).waitFor()
    await text.press('Control+Home')
    await page.keyboard.type('Typed')
    expect(await text.inputValue()).toMatch(/^Typed9\n9\n/)
    await page.getByText(/^Shorten the text to 20,000 characters/).waitFor()
  })
