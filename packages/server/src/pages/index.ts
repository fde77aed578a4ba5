export { respondPage, escapeHtml, type Page, createPageResponse, requireSameOrigin } from './page.ts'
export { servePageFonts } from './page-fonts.ts'
export { pageBrand, pageStyle } from './page-style.ts'
