import { expect, test } from 'vitest'
import { toThemeCss } from './theme-css.ts'

test('a colour of both modes follows the colour scheme', () => {
  const css = toThemeCss({ light: { border: '#ddd' }, dark: { border: '#333' } }, 'light')

  expect(css).toBe(':root{--line:light-dark(#ddd,#333);}')
})

test('a colour of one mode applies in that mode only', () => {
  const theme = { dark: { background: 'black' } }

  expect(toThemeCss(theme, 'dark')).toBe(':root{--surface:black;}')
  expect(toThemeCss(theme, 'light')).toBe(':root{}')
})

test('the colour of the hover state follows the main colour', () => {
  const css = toThemeCss({ light: { primary: 'rebeccapurple' } }, 'light')

  expect(css).toContain('--accent:rebeccapurple;--accent-strong:color-mix(in oklch,var(--accent) 85%')
})

test('all radii follow the radius of controls', () => {
  const css = toThemeCss({ radius: '0.25rem' }, 'light')

  expect(css).toContain('--radius-control:0.25rem;')
  expect(css).toContain('--radius-card:calc(0.25rem*1.5);')
})

test.each(['red;--ink:red', 'red}body{display:none', '</style><script>'])(
  'the value "%s" cannot end its declaration',
  (value) => {
    expect(() => toThemeCss({ light: { ring: value } }, 'light')).toThrow('Not a CSS value')
    expect(() => toThemeCss({ radius: value }, 'light')).toThrow('Not a CSS value')
  },
)
