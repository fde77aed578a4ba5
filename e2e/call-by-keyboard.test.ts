import { startTestPhone } from '@parley/simulated-pstn/testing'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { livePanel, messages, waitUntil, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { answerWithTone } from './telephones.ts'
import { addTrunk } from './trunks.ts'

const maxTabs = 80

/** Returns why a user would not see where the focus is, or null. Runs in the page. */
function findFocusProblem(): string | null {
  const element = document.activeElement
  if (!element || element === document.body) return 'nothing has the focus'
  // A field is outlined together with its buttons.
  const isOutlined = [element, element.parentElement].some((each) => {
    if (!each) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    return outlineStyle !== 'none' && outlineWidth !== '0px'
  })
  const { x, y, width, height } = element.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  const name = element.outerHTML.slice(0, 200)
  if (!element.matches(':focus-visible')) return `the focus is not visible: ${name}`
  if (!isOutlined) return `the focus has no outline: ${name}`
  return top !== null && (element.contains(top) || top.contains(element)) ? null : `it is covered: ${name}`
}

async function expectVisibleFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(findFocusProblem), { timeout: 30_000 }).toBe(null)
}

const hasFocus = (control: Locator) => control.evaluate((each) => each === document.activeElement)

async function waitForFocus(control: Locator): Promise<void> {
  await expect.poll(() => hasFocus(control), { timeout: 30_000 }).toBe(true)
}

/** Moves the focus with Tab until a control has it, and checks that each focus is visible. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let tabs = 0; tabs < maxTabs; tabs++) {
    await page.keyboard.press('Tab')
    // After the last control of the page come those of the browser.
    if (await page.evaluate(() => document.activeElement === document.body)) continue
    await expectVisibleFocus(page)
    if (await hasFocus(control)) return
  }
  throw new Error(`${control} did not get the focus.`)
}

/** Guarantee: a whole call needs no mouse, and the user always sees where the focus is. */
test('a user dials, mutes, opens the transfer form, sends digits and hangs up with the keyboard alone', async ({
  app,
  openUser,
}) => {
  const farHz = 1_400
  await using provider = await startTestPhone()
  const ada = await openUser('ada')
  const { page } = ada
  await addTrunk(app, ada, '+12025550169', provider.port)
  await page.goto(app.phoneUrl)
  const panel = livePanel(page)
  const control = (name: string) => panel.getByRole('button', { name, exact: true })

  await tabTo(page, page.getByRole('link', { name: messages['dial.title'], exact: true }).first())
  await page.keyboard.press('Enter')
  const box = page.getByRole('textbox', { name: messages['dial.box'] })
  await waitForFocus(box)
  await expectVisibleFocus(page)
  await page.keyboard.type('+12024560169')
  await page.keyboard.press('Enter')
  const call = await provider.nextCall()
  await answerWithTone(call, farHz)
  await waitUntilConnected(page)
  await call.receivesTone(ada.toneHz)

  await tabTo(page, control(messages['live.mute']))
  await page.keyboard.press('Enter')
  await call.receivesSilence()
  await expectVisibleFocus(page)
  await page.keyboard.press('Enter')
  await call.receivesTone(ada.toneHz)

  await tabTo(page, control(messages['transfer.title']))
  await page.keyboard.press('Enter')
  const to = panel.getByRole('textbox', { name: messages['transfer.to'] })
  await waitForFocus(to)
  await expectVisibleFocus(page)
  await tabTo(page, control(messages['common.cancel']))
  await page.keyboard.press('Enter')
  await to.waitFor({ state: 'detached' })
  await expectVisibleFocus(page)

  await tabTo(page, control(messages['live.keypad']))
  await page.keyboard.press('Enter')
  await tabTo(page, panel.getByRole('button', { name: /^5/ }))
  await page.keyboard.press('Enter')
  await page.keyboard.type('9#')
  await waitUntil('the digits', () => call.digits.join('') === '59#')

  await tabTo(page, control(messages['live.hang-up']))
  await page.keyboard.press('Enter')
  await call.next('ended')
  await panel.getByText(messages['live.ended'], { exact: true }).waitFor()
  await expectVisibleFocus(page)
})
