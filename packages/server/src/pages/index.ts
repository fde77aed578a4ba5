export { answerPage, escapeHtml, type Page, pageReply, requireOwnPage } from './page.ts'
export { servePageFonts } from './page-fonts.ts'
export { pageBrand, pageStyle } from './page-style.ts'
