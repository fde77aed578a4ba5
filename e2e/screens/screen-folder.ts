import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { messages } from '../calling.ts'

const desktop = { width: 1280, height: 800 }
const mobile = { width: 390, height: 844 }
/** Longer than every transition of the interface. */
const transitionMs = 700

/** Screenshots, which replace those of a folder when all have been taken. */
export class ScreenFolder {
  readonly #files = new Map<string, Buffer>()

  /**
   * Takes a screenshot at 1280 px in the light theme, when the page shows its heading and has all its data.
   */
  async take(page: Page, name: string): Promise<void> {
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.getByText(messages['common.loading']).first().waitFor({ state: 'hidden' })
    await wait(transitionMs)
    // Screenshots of the interface have few colours: a palette divides their size by three.
    const png = await sharp(await page.screenshot())
      .png({ palette: true, effort: 10 })
      .toBuffer()
    const theme = await page.evaluate(() =>
      matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    )
    this.#files.set(`${name}-${page.viewportSize()?.width}-${theme}.png`, png)
  }

  /**
   * Takes a second one at 390 px in the dark theme.
   *
   * @param prepareMobile - Shows there what the narrow screen has hidden.
   */
  async takeBoth(page: Page, name: string, prepareMobile?: () => Promise<void>): Promise<void> {
    await this.take(page, name)
    await page.setViewportSize(mobile)
    await page.emulateMedia({ colorScheme: 'dark' })
    await prepareMobile?.()
    await this.take(page, name)
    await page.setViewportSize(desktop)
    await page.emulateMedia({ colorScheme: 'light' })
  }

  /** Returns the number of files and their total size. */
  async replace(folder: string): Promise<{ readonly count: number; readonly bytes: number }> {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
    let bytes = 0
    for (const [name, png] of this.#files) {
      await writeFile(join(folder, name), png)
      bytes += png.byteLength
    }
    return { count: this.#files.size, bytes }
  }
}
