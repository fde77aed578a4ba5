import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Something that fades in has the contrast of neither its beginning nor its end. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/**
 * What axe finds once nothing moves, each as one line with where it is. While a modal dialog is open, the rest is out of
 * reach for everybody and the dialog is what there is.
 */
export async function findings(page: Page): Promise<string[]> {
  await untilStill(page)
  await page.evaluate(axe)
  const results = (await page.evaluate(
    'axe.run([...document.querySelectorAll("[role=dialog][data-state=open], [role=alertdialog]")].at(-1) ?? document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })',
  )) as AxeResults
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  )
}
