/** Colours, type and the few components that pages of the server itself are made of; light and dark. */
export const pageStyle = `
:root { color-scheme: light dark;
  --surface: light-dark(#eff5f6, #0c1417); --raised: light-dark(#fff, #131e22); --sunken: light-dark(#e4eced, #070d10);
  --ink: light-dark(#11232b, #e8eeef); --soft: light-dark(#4b5f65, #a5b2b6); --line: light-dark(#d3ddde, #283439);
  --line-strong: light-dark(#718186, #68787d); --accent: light-dark(#065b75, #77c9dd); --accent-strong: light-dark(#00485f, #93dbeb);
  --accent-soft: light-dark(#d2ebf2, #0f333e); --on-accent: light-dark(#fff, #03171e);
  --danger: light-dark(#a6232b, #f29a94); --focus: light-dark(#2261dd, #85baff);
  --mono: ui-monospace, 'SF Mono', Menlo, Consolas, monospace }
*, *::before, *::after { box-sizing: border-box }
body { margin: 0; background: var(--surface); color: var(--ink);
  font: 15px/22px 'Atkinson Hyperlegible Next', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif }
h1 { font-size: 26px; line-height: 32px; font-weight: 600; margin: 0 0 8px }
h2 { font-size: 20px; line-height: 26px; font-weight: 600; margin: 40px 0 8px }
p { margin: 0 0 16px } a { color: var(--accent) } .soft { color: var(--soft) }
code, pre { font-family: var(--mono); font-size: 13px }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
.card { max-width: 27rem; margin: 10vh auto; padding: 32px; background: var(--raised); border: 1px solid var(--line); border-radius: 12px }
label { display: block; font-weight: 600; margin: 16px 0 4px }
input { width: 100%; font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--line-strong);
  border-radius: 8px; padding: 9px 12px }
button { font: inherit; font-weight: 600; width: 100%; margin-top: 24px; padding: 10px 16px; border: 0; border-radius: 8px;
  background: var(--accent); color: var(--on-accent); cursor: pointer }
button:hover { background: var(--accent-strong) } button:disabled { opacity: .6; cursor: default }
.hint { color: var(--soft); font-size: 13px; margin: 4px 0 0 }
.error { color: var(--danger); margin: 16px 0 0 } .error:empty { display: none }
[hidden] { display: none }
@media (max-width: 480px) { .card { margin: 0; min-height: 100vh; border: 0; border-radius: 0; padding: 24px 16px } }
`
