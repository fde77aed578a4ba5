import { createPseudoCatalogue } from '@parley/i18n/testing'
import { required } from '@parley/primitives'
import type { BrowserContext, Page } from 'playwright-core'
import { enUS as phoneMessages } from '../apps/phone/src/i18n/en-US/index.ts'
import { hostedDeDE } from '../apps/phone/src/i18n/hosted-pages/de-DE.ts'
import { settingsEnUS } from '../packages/kit-react/src/locales/account-settings/en-US.ts'
import { componentsEnUS } from '../packages/kit-react/src/locales/components/en-US.ts'
import { enUS as pageMessages } from '../packages/kit-react/src/locales/en-US.ts'
import { teamsEnUS } from '../packages/kit-react/src/locales/teams/en-US.ts'

const englishCatalogues: readonly Readonly<Record<string, string>>[] = [
  phoneMessages,
  settingsEnUS,
  componentsEnUS,
  teamsEnUS,
  pageMessages,
]

/** The browser's language whose catalogues are replaced. */
export const pseudoLocale = 'de-DE'

/** Replaces the German catalogues by pseudo-texts of the same keys when the browser loads them. */
export async function servePseudoCatalogues(context: BrowserContext): Promise<void> {
  await context.route(/\/de-DE-[\w-]+\.js$/, async (route) => {
    const response = await route.fetch()
    const source = encodeURIComponent(await response.text())
    const exported: Readonly<Record<string, Record<string, string>>> = await import(
      `data:text/javascript,${source}`
    )
    const body = Object.entries(exported)
      .map(
        ([name, german]) =>
          `export const ${name} = ${JSON.stringify(createPseudoCatalogue(findEnglish(german)))}`,
      )
      .join('\n')
    await route.fulfill({ response, body, headers: { 'content-type': 'text/javascript' } })
  })
}

function findEnglish(translation: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const keys = Object.keys(translation)
  const english = englishCatalogues.find((catalogue) => keys.every((key) => Object.hasOwn(catalogue, key)))
  if (!english) throw new Error(`No English catalogue has ${keys.slice(0, 3).join(', ')}.`)
  return english
}

const monthsAndDays = [
  ...Array.from({ length: 12 }, (_, month) => ({
    date: new Date(2026, month),
    options: { month: 'long' } as const,
  })),
  ...Array.from({ length: 7 }, (_, day) => ({
    date: new Date(2026, 0, day),
    options: { weekday: 'long' } as const,
  })),
]

/** Texts that browsers format, and the letters and the example that are the same in every language. */
const browserTexts: readonly string[] = [
  ...monthsAndDays.map(({ date, options }) => date.toLocaleDateString(pseudoLocale, options)),
  ' um ',
  'GMT',
  required(new Intl.DisplayNames(pseudoLocale, { type: 'region' }).of('US'), 'the name of the country'),
  ...['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'],
  'name@example.com',
  // The words of the phone in pages of the kit are part of the application, not of a catalogue that it loads.
  ...Object.values(hostedDeDE),
]

export interface TextProblems {
  /** Visible texts and labels, of which a part with letters is in no catalogue. */
  readonly outsideCatalogues: readonly string[]
  /** Texts of catalogues that their element cuts off. */
  readonly clipped: readonly string[]
  /** Width that the page scrolls sideways, in CSS pixels. */
  readonly overflowPx: number
}

export const noProblems: TextProblems = { outsideCatalogues: [], clipped: [], overflowPx: 0 }

/**
 * Finds the problems that a longer language would have on the page.
 *
 * @param data - Texts that are no messages: names, addresses, and languages.
 */
export async function findTextProblems(page: Page, data: readonly string[]): Promise<TextProblems> {
  const names = [...data, ...browserTexts].toSorted((a, b) => b.length - a.length)
  return await page.evaluate(collectTextProblems, names)
}

/** Runs in the page. */
function collectTextProblems(data: readonly string[]): TextProblems {
  const isVisible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const elements = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
    (element) => isVisible(element) && !element.closest('script, style, option, svg, code, [translate="no"]'),
  )
  const getOwnText = (element: Element) =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent ?? '')
      .join(' ')
  const texts = elements.flatMap((element) => [
    getOwnText(element),
    ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
  ])
  const withoutMessages = (text: string) => {
    let rest = text
    // A message may be a value of another one.
    while (/⟦[^⟦⟧]*⟧/.test(rest)) rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
    for (const known of data) rest = rest.replaceAll(known, '')
    return rest
  }
  const clipped = elements.filter((element) => {
    const { overflowX, overflowY } = getComputedStyle(element)
    const hides =
      overflowX === 'hidden' || overflowX === 'clip' || overflowY === 'hidden' || overflowY === 'clip'
    const isCutOff =
      element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1
    const isForReaders = element.clientWidth <= 1 && element.clientHeight <= 1
    return hides && isCutOff && !isForReaders && getOwnText(element).includes('⟦')
  })
  return {
    outsideCatalogues: [...new Set(texts.filter((text) => /\p{L}{2,}/u.test(withoutMessages(text))))],
    clipped: clipped.map(getOwnText),
    overflowPx: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  }
}
