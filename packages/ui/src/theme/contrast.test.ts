import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const modes = ['light', 'dark'] as const
type Mode = (typeof modes)[number]

const css = readFileSync(new URL('../../theme.css', import.meta.url), 'utf8')
const tokens = readTokens(css)

const backgrounds = ['surface', 'raised', 'sunken', 'hover', 'fill', 'accent-soft']
const voices = [1, 2, 3, 4, 5, 6].map((index) => `voice-${index}`)

/** Text colours and the backgrounds they are used on. Other combinations are not used. */
const textOn: Record<string, readonly string[]> = {
  ink: [...backgrounds, 'warning-soft', 'danger-soft', 'positive-soft'],
  'ink-soft': backgrounds,
  accent: ['surface', 'raised', 'hover', 'accent-soft', 'warning-soft'],
  positive: ['surface', 'raised', 'hover', 'positive-soft'],
  warning: ['surface', 'raised', 'hover', 'warning-soft'],
  danger: ['surface', 'raised', 'hover', 'danger-soft'],
  live: ['surface', 'raised', 'sunken', 'live-soft'],
  'on-accent': ['accent', 'accent-strong'],
  'on-positive': ['positive-fill'],
  'on-danger': ['danger-fill', 'panel-danger-fill'],
  panel: ['lamp', 'panel-warning'],
  ...Object.fromEntries(voices.map((voice) => [voice, ['surface', 'raised', 'sunken']])),
}

/** Non-text colours and their backgrounds. */
const partOn: Record<string, readonly string[]> = {
  'line-strong': ['raised', 'surface', 'sunken'],
  focus: ['surface', 'raised', 'sunken'],
  accent: ['sunken'],
  'positive-fill': ['surface', 'raised'],
  'danger-fill': ['surface', 'raised'],
}

const panelGrounds = ['panel', 'panel-raised', 'panel-sunken']

/** Text on the live panel, which is dark in both modes. */
const textOnPanel: Record<string, readonly string[]> = {
  'panel-ink': panelGrounds,
  'panel-ink-soft': [...panelGrounds, 'panel-line'],
  lamp: panelGrounds,
  'panel-danger': panelGrounds,
  'panel-warning': panelGrounds,
  positive: panelGrounds,
  ...Object.fromEntries(voices.map((voice) => [voice, panelGrounds])),
}
const partOnPanel: Record<string, readonly string[]> = {
  'panel-control': ['panel', 'panel-sunken'],
  'panel-danger-fill': ['panel'],
  focus: ['panel', 'panel-raised'],
  'positive-fill': ['panel'],
}

/** Text and controls meet WCAG 2.2 AA (1.4.3 and 1.4.11) in both modes. */
describe('contrast', () => {
  test.each(modes)('of text is at least 4.5 in %s', (mode) => {
    expect(listLowContrastPairs(textOn, mode, 4.5)).toEqual([])
  })
  test.each(modes)('of non-text parts is at least 3 in %s', (mode) => {
    expect(listLowContrastPairs(partOn, mode, 3)).toEqual([])
  })
  test('of text on the live panel is at least 4.5', () => {
    expect(listLowContrastPairs(textOnPanel, 'dark', 4.5)).toEqual([])
  })
  test('of non-text parts on the live panel is at least 3', () => {
    expect(listLowContrastPairs(partOnPanel, 'dark', 3)).toEqual([])
  })
})

test('the contrast computation matches known values: white on black is 21, petrol on white 7.6', () => {
  expect(contrast([1, 1, 1], [0, 0, 0])).toBeCloseTo(21)
  expect(ratio('accent', 'raised', 'light')).toBeCloseTo(7.6, 1)
})

function listLowContrastPairs(
  pairs: Record<string, readonly string[]>,
  mode: Mode,
  minRatio: number,
): string[] {
  return Object.entries(pairs).flatMap(([text, backgrounds]) =>
    backgrounds
      .filter((background) => ratio(text, background, mode) < minRatio)
      .map((background) => `${text} on ${background}: ${ratio(text, background, mode).toFixed(2)}`),
  )
}

function ratio(text: string, background: string, mode: Mode): number {
  return contrast(getColour(text, mode), getColour(background, mode))
}

type Rgb = readonly [red: number, green: number, blue: number]

function getColour(token: string, mode: Mode): Rgb {
  const value = tokens.get(token)
  if (!value) throw new Error(`There is no token ${token}.`)
  return value[mode]
}

function readTokens(text: string): Map<string, Record<Mode, Rgb>> {
  const oklch = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`
  const line = new RegExp(
    String.raw`^\s*--([a-z0-9-]+):\s*(?:light-dark\(\s*${oklch},\s*${oklch}\s*\)|${oklch});`,
    'gm',
  )
  return new Map(
    [...text.matchAll(line)].map((match) => {
      const [name, ...components] = match.slice(1)
      const values = components.filter((component) => component !== undefined).map(Number)
      const light = toRgb(values.slice(0, 3))
      return [name ?? '', { light, dark: values.length > 3 ? toRgb(values.slice(3)) : light }]
    }),
  )
}

/** Converts OKLCH to linear sRGB with the matrices of CSS Color 4, section 17. */
function toRgb([lightness = 0, chroma = 0, hue = 0]: readonly number[]): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const inGamut = (value: number) => Math.min(1, Math.max(0, value))
  return [
    inGamut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    inGamut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    inGamut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** Returns the contrast ratio of two linear colours. */
function contrast(one: Rgb, other: Rgb): number {
  const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue
  const [lighter, darker] = [luminance(one), luminance(other)].sort((x, y) => y - x) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}
