import type { ThemeMode } from '@parley/ui'

/** Colours of a theme, as CSS values. */
export interface ThemeColors {
  readonly background: string
  /** Text on all backgrounds. */
  readonly foreground: string
  /** Cards, menus and inputs. */
  readonly card: string
  /** Accepted from callers of the public SDK, as the next four: texts have one colour on all backgrounds. */
  readonly cardForeground: string
  readonly popover: string
  readonly popoverForeground: string
  readonly secondaryForeground: string
  readonly accentForeground: string
  /** Main buttons, links and selected rows. */
  readonly primary: string
  readonly primaryForeground: string
  /** Badges and initials. */
  readonly secondary: string
  /** Disabled controls and neutral messages. */
  readonly muted: string
  readonly mutedForeground: string
  /** Rows and buttons under the pointer. */
  readonly accent: string
  readonly destructive: string
  readonly destructiveForeground: string
  readonly border: string
  /** Edges of controls. */
  readonly input: string
  /** The focus ring. */
  readonly ring: string
}

/** The look of the pages and components, where it differs from the default. */
export interface ThemeConfig {
  readonly light?: Partial<ThemeColors>
  readonly dark?: Partial<ThemeColors>
  /** The radius of controls, as a CSS length. */
  readonly radius?: string
}

/** The design tokens that a colour of a theme sets. */
const tokens: Readonly<Partial<Record<keyof ThemeColors, readonly string[]>>> = {
  background: ['surface'],
  foreground: ['ink'],
  card: ['raised'],
  primary: ['accent'],
  primaryForeground: ['on-accent'],
  secondary: ['fill'],
  muted: ['sunken'],
  mutedForeground: ['ink-soft'],
  accent: ['hover'],
  destructive: ['danger', 'danger-fill'],
  destructiveForeground: ['on-danger'],
  border: ['line'],
  input: ['line-strong'],
  ring: ['focus'],
}

/** Tokens between two other tokens, as for the default colours. */
const derivedTokens: Readonly<Partial<Record<keyof ThemeColors, string>>> = {
  primary:
    '--accent-strong:color-mix(in oklch,var(--accent) 85%,var(--ink));' +
    '--accent-soft:color-mix(in oklch,var(--accent) 14%,var(--raised));',
  destructive: '--danger-soft:color-mix(in oklch,var(--danger) 12%,var(--raised));',
}

/**
 * Returns the style sheet of a theme. A colour that is given for one mode only applies while the page has
 * that mode.
 *
 * @throws {Error} for a value that would end its declaration.
 */
export function toThemeCss({ light = {}, dark = {}, radius }: ThemeConfig, mode: ThemeMode): string {
  const names = Object.keys({ ...light, ...dark }) as (keyof ThemeColors)[]
  const colors = names.map((name) => {
    const value = combine(checkValue(light[name]), checkValue(dark[name]), mode)
    if (value === null) return ''
    const declarations = (tokens[name] ?? []).map((token) => `--${token}:${value};`)
    return declarations.join('') + (derivedTokens[name] ?? '')
  })
  return `:root{${colors.join('')}${toRadiusCss(checkValue(radius))}}`
}

function combine(light: string | undefined, dark: string | undefined, mode: ThemeMode): string | null {
  if (light !== undefined && dark !== undefined) return `light-dark(${light},${dark})`
  return (mode === 'light' ? light : dark) ?? null
}

/** The other radii keep their ratio to that of controls. */
function toRadiusCss(radius: string | undefined): string {
  if (radius === undefined) return ''
  return (
    `--radius-control:${radius};--radius-chip:calc(${radius}*0.5);` +
    `--radius-card:calc(${radius}*1.5);--radius-sheet:calc(${radius}*2);`
  )
}

function checkValue(value: string | undefined): string | undefined {
  if (value !== undefined && /[;{}<]/.test(value)) throw new Error(`Not a CSS value of a theme: ${value}`)
  return value
}
