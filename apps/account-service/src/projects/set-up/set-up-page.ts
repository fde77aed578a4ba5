import { password } from '@parley/contract/account'
import { createTranslator, type MessageKey } from '@parley/i18n'
import { escapeHtml, type Page, pageBrand, pageStyle, renderPageHeader } from '@parley/server/pages'
import { type Locale, localeNames, locales } from '../../locale.ts'
import { setUpMessages } from './messages/index.ts'

const passwordLength = password.passwordLength

type English = (typeof setUpMessages)['en-US']

/** The possible errors. The script finds the message of each in an attribute of the form. */
const errorNames = [
  'link',
  'name',
  'email',
  'workspace',
  'taken',
  'short',
  'long',
  'common',
  'simple',
  'busy',
  'other',
] as const

/** Renders the page at `/set-up`. GET has no side effects; the form is submitted by POST. */
export function renderSetUpPage(lang: Locale, phoneUrl: string): Page {
  const { t } = createTranslator<English>(lang, setUpMessages[lang])
  const text = (key: MessageKey<English>) => escapeHtml(t(key))
  const errors = errorNames.map((name) => `data-error-${name}="${text(`error.${name}`)}"`)

  return {
    lang,
    title: t('title'),
    style: pageStyle + setUpStyle,
    script,
    body: `${renderPageHeader(renderLanguageSelect(lang, t('language')))}<main class="card">
<div id="question">
<h1>${text('title')}</h1>
<p class="soft">${text('intro')}</p>
<p id="no-token" class="error" role="alert" hidden>${text('no-token')}</p>
<form id="form" novalidate ${errors.join(' ')}>
<label for="name">${text('name')}</label>
<input id="name" name="display_name" autocomplete="name" maxlength="200" required aria-describedby="name-error">
<p id="name-error" class="error"></p>
<label for="email">${text('email')}</label>
<input id="email" name="email" type="email" autocomplete="username" required aria-describedby="email-error">
<p id="email-error" class="error"></p>
<label for="workspace">${text('workspace')}</label>
<input id="workspace" name="workspace_name" autocomplete="organization" maxlength="100" required value="${text('workspace-proposal')}" aria-describedby="workspace-error workspace-hint">
<p id="workspace-error" class="error"></p>
<p id="workspace-hint" class="hint">${text('workspace-hint')}</p>
<div class="password">
<label for="password">${text('password')}</label>
<input id="password" name="password" type="password" autocomplete="new-password" required aria-describedby="password-error hint">
<button id="reveal" type="button" data-show="${text('show-password')}" data-hide="${text('hide-password')}">${text('show-password')}</button>
</div>
<p id="password-error" class="error"></p>
<p id="hint" class="hint">${text('password-hint')}</p>
<p id="error" class="error" role="alert"></p>
<button id="submit">${text('submit')}</button>
</form>
</div>
<div id="done" hidden>
<h1 tabindex="-1">${text('done')}</h1>
<p>${text('done-body')}</p>
<ol data-sign-in="${escapeHtml(`${phoneUrl}/handler/magic-link-callback`)}">
${renderStep(`${phoneUrl}/`, text('open-phone'), text('open-phone-body'), '/')}
${renderStep(`${phoneUrl}/app-config`, text('add-trunk'), text('add-trunk-body'), '/app-config')}
${renderStep(`${phoneUrl}/app-config/members`, text('invite'), text('invite-body'), '/app-config/members')}
</ol>
</div>
</main>
<noscript><p class="card">${text('no-token')}</p></noscript>`,
  }
}

/** Renders the page at `/set-up` when no form could be submitted: it was, or the link has expired. */
export function renderClosedSetUpPage(lang: Locale, phoneUrl: string, state: 'used' | 'expired'): Page {
  const { t } = createTranslator<English>(lang, setUpMessages[lang])
  const signIn =
    state === 'used'
      ? `<p><a href="${escapeHtml(`${phoneUrl}/`)}">${escapeHtml(t('open-phone'))}</a></p>`
      : ''

  return {
    lang,
    title: t(state),
    style: pageStyle,
    script: removeTokenScript,
    body: `${pageBrand}<main class="card">
<h1>${escapeHtml(t(state))}</h1>
<p>${escapeHtml(t(`${state}-body`))}</p>
${signIn}
</main>`,
  }
}

function renderLanguageSelect(selected: Locale, label: string): string {
  const options = locales.map(
    (locale) =>
      `<option value="${locale}"${locale === selected ? ' selected' : ''}>${escapeHtml(localeNames[locale])}</option>`,
  )
  return `<select id="language" aria-label="${escapeHtml(label)}">${options.join('')}</select>`
}

/**
 * A suggested next step; the parameters are HTML. The one-time code signs in before it. The complete referrer
 * lets the phone sign in without a question; it does not contain the token of the link.
 */
function renderStep(href: string, what: string, why: string, returnTarget: string): string {
  const attributes = `data-return-to="${returnTarget}" referrerpolicy="unsafe-url"`
  return `<li><a href="${escapeHtml(href)}" ${attributes}>${what}</a><br>${why}</li>`
}

const setUpStyle = `
select { margin-left: auto; font: inherit; font-size: 13px; font-weight: 550; color: var(--accent); background: transparent; border: 0; min-height: 32px; field-sizing: content }
option { color: var(--ink); background: var(--raised) }
.password { position: relative }
.password button { position: absolute; top: -6px; right: 0; width: auto; min-height: 28px; margin: 0; padding: 2px 4px; font-size: 13px;
  background: transparent; color: var(--accent); text-decoration: underline }
ol { margin: 0; padding-left: 20px } li + li { margin-top: 12px }
.error + .hint { margin-top: 4px } input + .error, .password + .error { margin-top: 4px; font-size: 13px }
[aria-invalid] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger) }
`

const removeTokenScript = `
// Removes the token from the browser history.
history.replaceState(null, '', location.pathname + location.search)
`

const script = `
const form = document.getElementById('form')
const error = document.getElementById('error')
const submit = document.getElementById('submit')
const { name, email, workspace, password } = form.elements
const token = location.hash.slice(1)${removeTokenScript}if (!token) {
  document.getElementById('no-token').hidden = false
  form.hidden = true
}
const entered = JSON.parse(sessionStorage.getItem('set-up') ?? '{}')
sessionStorage.removeItem('set-up')
name.value = entered.name ?? ''
email.value = entered.email ?? ''
if (entered.workspace) workspace.value = entered.workspace
// The name in the domain of a company is a better proposal, until the administrator enters another one.
const sharedDomains = /^(gmail|googlemail|outlook|hotmail|live|yahoo|icloud|me|gmx|web|proton|protonmail|aol|mail|example)\\./
email.addEventListener('change', () => {
  const domain = email.value.split('@')[1]?.toLowerCase() ?? ''
  const labels = domain.split('.').slice(0, -1)
  const company = labels.findLast((label) => label.length > 3) ?? ''
  if (workspace.value !== workspace.defaultValue || !company || sharedDomains.test(domain)) return
  workspace.value = company.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
})
document.getElementById('language').addEventListener('change', ({ target }) => {
  sessionStorage.setItem('set-up', JSON.stringify({ name: name.value, email: email.value, ...(workspace.value !== workspace.defaultValue && { workspace: workspace.value }) }))
  location.replace('/set-up?lang=' + target.value + '#' + token)
})
const reveal = document.getElementById('reveal')
reveal.addEventListener('click', () => {
  const isShown = password.type === 'text'
  password.type = isShown ? 'password' : 'text'
  reveal.textContent = isShown ? reveal.dataset.show : reveal.dataset.hide
})
function signInByLinks(code) {
  const list = document.querySelector('[data-sign-in]')
  for (const link of list.querySelectorAll('[data-return-to]')) {
    const parameters = new URLSearchParams({ after_auth_return_to: link.dataset.returnTo, code })
    link.href = list.dataset.signIn + '?' + parameters
  }
}
const refusals = {
  USER_EMAIL_ALREADY_EXISTS: [email, 'Taken'],
  SCHEMA_ERROR: [email, 'Email'],
  PASSWORD_TOO_SHORT: [password, 'Short'],
  PASSWORD_TOO_LONG: [password, 'Long'],
  PASSWORD_REQUIREMENTS_NOT_MET: [password, 'Common'],
  PASSWORD_TOO_SIMPLE: [password, 'Simple'],
  404: [null, 'Link'],
  429: [null, 'Busy'],
}
function explain(field, name) {
  const place = field ? document.getElementById(field.id + '-error') : error
  place.textContent = name ? form.dataset['error' + name] : ''
  if (field && name) field.setAttribute('aria-invalid', 'true')
  else field?.removeAttribute('aria-invalid')
}
const focusFirstInvalid = () => form.querySelector('[aria-invalid]')?.focus()
form.addEventListener('input', ({ target }) => target.getAttribute('aria-invalid') && explain(target, null))
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  explain(null, null)
  explain(name, name.value.trim() === '' ? 'Name' : null)
  explain(email, email.validity.valid ? null : 'Email')
  explain(workspace, workspace.value.trim() === '' ? 'Workspace' : null)
  explain(password, password.value.length < ${passwordLength.min} ? 'Short' : password.value.length > ${passwordLength.max} ? 'Long' : null)
  if (form.querySelector('[aria-invalid]')) return focusFirstInvalid()
  submit.disabled = true
  try {
    const response = await fetch('/set-up', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...Object.fromEntries(new FormData(form)) }),
    })
    if (response.ok) {
      signInByLinks((await response.json()).sign_in_code)
      document.getElementById('question').hidden = true
      const done = document.getElementById('done')
      done.hidden = false
      done.querySelector('h1').focus()
      return
    }
    explain(...(refusals[response.headers.get('x-stack-known-error') ?? response.status] ?? [null, 'Other']))
    focusFirstInvalid()
  } catch {
    explain(null, 'Other')
  } finally {
    submit.disabled = false
  }
})
`
