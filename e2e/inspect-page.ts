import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { colourRules, findViolations } from './accessibility.ts'
import { sleep } from './calling.ts'

/** With PARLEY_SCREENSHOTS, each inspected page is saved here. */
const screenshots = process.env.PARLEY_SCREENSHOTS
  ? new URL('../artefacts/screens', import.meta.url).pathname
  : null
if (screenshots) mkdirSync(screenshots, { recursive: true })

/** The widths of the two layouts of the interface. */
export const widths = [1280, 390] as const

/**
 * The widths at which this run repeats long tests, which differ little between the layouts: before every change the narrow
 * one, in which less fits, and in the nightly part `wide` the other.
 */
export const testedWidths: readonly number[] = process.env.PARLEY_TEST_WIDE ? [1280] : [390]

/**
 * Checks the page in the light and the dark theme: axe finds nothing, and neither the document, the main part
 * nor a dialog scrolls sideways. `check` runs in each theme as well. In the dark theme, which changes colours
 * only, axe checks the colours.
 */
export async function inspectPage(
  page: Page,
  name: string,
  check: () => Promise<void> = async () => {},
): Promise<void> {
  const width = page.viewportSize()?.width
  for (const colorScheme of ['light', 'dark'] as const) {
    const look = `${width}-${colorScheme}`
    await page.emulateMedia({ colorScheme })
    await sleep(300)
    if (screenshots) await page.screenshot({ path: join(screenshots, `${name}-${look}.png`) })
    expect(await page.evaluate(isDark), `${name} in the ${colorScheme} theme`).toBe(colorScheme === 'dark')
    expect({
      name,
      look,
      violations: await findViolations(page, colorScheme === 'dark' ? colourRules : undefined),
    }).toEqual({ name, look, violations: [] })
    const overflow = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main, [role="dialog"]')].reduce(
        (widest, each) => Math.max(widest, each.scrollWidth - each.clientWidth),
        0,
      ),
    )
    expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
    await check()
  }
}

/** As {@link inspectPage}, in both layouts. */
export async function inspectLayouts(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await inspectPage(page, name)
  }
}

/** Returns whether the background of the page is dark. Runs in the page. */
export function isDark(): boolean {
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) throw new Error('The page has no canvas.')
  for (const element of [document.documentElement, document.body]) {
    canvas.fillStyle = getComputedStyle(element).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
  }
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
  return red + green + blue < 3 * 128
}
