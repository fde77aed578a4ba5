import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The elements that need no landmark around them: those of axe, and an open menu, which is at the end of the body so that
 * nothing cuts it off. It has a role and a name, takes the focus and returns it to its button.
 */
const regions = 'dialog, [role=dialog], [role=alertdialog], [role=menu], svg'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules of axe about colours. */
export const colourRules: readonly string[] = ['color-contrast', 'link-in-text-block']

/** Waits for animations, because elements that fade in have a temporary contrast. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/**
 * Returns the findings of axe once animations have ended, one line for each element. While a modal dialog is
 * open, axe checks only the dialog, because the rest of the page is inert.
 *
 * @param rules Identifiers or tags of rules. By default WCAG 2.2 A and AA, and best practice.
 */
export async function findViolations(page: Page, rules: readonly string[] = standards): Promise<string[]> {
  await waitForAnimations(page)
  await page.evaluate(axe)
  await page.evaluate(
    `axe.configure({ checks: [{ id: 'region', options: { regionMatcher: '${regions}' } }] })`,
  )
  const results = (await page.evaluate(
    `axe.run([...document.querySelectorAll("[role=dialog][data-state=open], [role=alertdialog]")].at(-1) ?? document, { runOnly: ${JSON.stringify(rules)} })`,
  )) as AxeResults
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  )
}
