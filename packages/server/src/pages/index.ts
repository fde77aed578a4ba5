export { createPageResponse, escapeHtml, type Page, requireSameOrigin, respondPage } from './page.ts'
export { servePageFonts } from './page-fonts.ts'
export { pageBrand, pageStyle, renderPageHeader } from './page-style.ts'
