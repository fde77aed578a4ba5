import { createTranslator } from '@parley/i18n'
import type { CustomResponse } from '@parley/server/http'
import { createPageResponse, escapeHtml, pageBrand, pageStyle } from '@parley/server/pages'
import { matchLocale } from '../../locale.ts'
import { unsubscribeMessages } from './unsubscribe-messages.ts'

/** State of an unsubscribe link: awaiting confirmation, or a final result. */
export type UnsubscribeState = 'confirm' | 'done' | 'already-done' | 'invalid' | 'expired'

interface PageOptions {
  readonly state: UnsubscribeState
  readonly acceptLanguage: string | null
  /** Empty if the link belongs to no project. */
  readonly projectName: string
}

/** Renders the unsubscribe page. Its form posts to the URL of the page. */
export function renderUnsubscribePage({
  state,
  acceptLanguage,
  projectName,
}: PageOptions): CustomResponse<string> {
  const lang = matchLocale(acceptLanguage)
  const { t } = createTranslator<(typeof unsubscribeMessages)['en-US']>(lang, unsubscribeMessages[lang])
  const title = t('title')
  const text = escapeHtml(t(`state.${state}`, { project: projectName }))
  const form = `<form method="post"><button>${escapeHtml(t('button'))}</button></form>`
  return createPageResponse({
    lang,
    title,
    style: pageStyle,
    hasForm: true,
    body: `${pageBrand}<main class="card"><h1>${escapeHtml(title)}</h1><p>${text}</p>${state === 'confirm' ? form : ''}</main>`,
  })
}
