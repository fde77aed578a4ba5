import { pageFontStyle } from './page-fonts.ts'

/** Returns the header of a page: logo, product name and further content at its end. HTML. */
export function renderPageHeader(aside: string): string {
  return `<header class="brand">
<svg viewBox="0 0 34 34" width="28" height="28" aria-hidden="true">
<rect class="ground" width="34" height="34" rx="9"/>
<rect class="one" x="8" y="8.5" width="12" height="4.5" rx="2.25"/>
<rect class="other" x="13" y="15" width="13" height="4.5" rx="2.25"/>
<rect class="one" x="8" y="21.5" width="7.5" height="4.5" rx="2.25"/>
</svg>Parley${aside}</header>
`
}

export const pageBrand = renderPageHeader('')

/**
 * Colours, typography and components of server-rendered pages, for light and dark mode. The values match the
 * theme of `packages/ui`, as sRGB.
 */
export const pageStyle = `${pageFontStyle}
:root { color-scheme: light dark;
  --surface: light-dark(#eff5f6, #0c1417); --raised: light-dark(#fff, #131e22); --sunken: light-dark(#e4eced, #070d10);
  --hover: light-dark(#e9f0f1, #1b272b); --ink: light-dark(#11232b, #e8eeef); --soft: light-dark(#4b5f65, #a5b2b6);
  --line: light-dark(#d3ddde, #283439); --line-strong: light-dark(#728488, #6a7b80);
  --accent: light-dark(#065b75, #77c9dd); --accent-strong: light-dark(#00485f, #93dbeb);
  --accent-soft: light-dark(#d2ebf2, #0f333e); --on-accent: light-dark(#fff, #03171e);
  --danger: light-dark(#b12728, #f8928b); --focus: light-dark(#2261dd, #85baff);
  --panel: light-dark(#0c2a34, #0e2b34); --panel-ink: #f1f6f7; --lamp: #5ae8d5;
  --mono: 'Parley Code', ui-monospace, 'SF Mono', Menlo, Consolas, monospace }
*, *::before, *::after { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; display: flex; flex-direction: column; background: var(--surface); color: var(--ink);
  font: 15px/22px 'Parley Text', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif }
h1 { font-size: 26px; line-height: 32px; font-weight: 650; letter-spacing: -.012em; margin: 0 0 4px }
h2 { font-size: 20px; line-height: 28px; font-weight: 650; margin: 40px 0 8px }
p { margin: 0 0 16px } a { color: var(--accent) } .soft { color: var(--soft) }
code, pre { font-family: var(--mono); font-size: 13px }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
.brand { display: flex; align-items: center; gap: 10px; min-height: 64px; padding: 0 24px; font-size: 17px; line-height: 24px; font-weight: 650 }
.brand .ground { fill: var(--panel) } .brand .one { fill: var(--lamp) } .brand .other { fill: var(--panel-ink) }
.card { width: 100%; max-width: 25.5rem; margin: auto; padding: 28px 32px; background: var(--raised); border: 1px solid var(--line); border-radius: 12px }
.brand + .card { translate: 0 -32px }
label { display: block; font-size: 13px; line-height: 19px; font-weight: 550; margin: 16px 0 5px }
input { width: 100%; min-height: 40px; font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--line-strong);
  border-radius: 8px; padding: 7px 12px }
input:focus-visible { outline-offset: -1px }
button { font: inherit; font-size: 16px; font-weight: 550; width: 100%; min-height: 48px; margin-top: 16px; padding: 8px 16px; border: 0; border-radius: 8px;
  background: var(--accent); color: var(--on-accent); cursor: pointer; transition: background-color .12s }
button:hover { background: var(--accent-strong) } button:disabled { background: var(--sunken); color: var(--soft); cursor: default }
.hint { color: var(--soft); font-size: 13px; line-height: 19px; margin: 4px 0 0 }
.error { color: var(--danger); margin: 16px 0 0 } .error:empty { display: none }
[hidden] { display: none }
@media (prefers-reduced-motion: reduce) { * { transition: none } }
@media (max-width: 639px) {
  body:has(> .card) { background: var(--raised) } .brand { min-height: 56px; padding: 0 16px }
  .card { max-width: none; margin: 0; padding: 16px 20px; border: 0; border-radius: 0 } .brand + .card { translate: none }
  input { font-size: 16px }
}
`
