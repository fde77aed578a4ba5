import { escapeHtml, type Page, pageStyle } from '@parley/server/http'
import { type Locale, localeFor } from '../emails/index.ts'
import { deDe } from './texts/de-de.ts'
import { enUs } from './texts/en-us.ts'
import { es419 } from './texts/es-419.ts'
import { esEs } from './texts/es-es.ts'
import { frCa } from './texts/fr-ca.ts'
import type { SetUpTexts } from './texts/text.ts'

const catalogue: Readonly<Record<Locale, SetUpTexts>> = {
  'de-DE': deDe,
  'en-US': enUs,
  'es-419': es419,
  'es-ES': esEs,
  'fr-CA': frCa,
}

/** The page at `/set-up`. Opening it uses nothing up: the question is its form, the answer a POST. */
export function setUpPage(acceptLanguage: string | null, phoneUrl: string): Page {
  const lang = localeFor(acceptLanguage)
  const texts = catalogue[lang]
  const text = (key: Exclude<keyof SetUpTexts, 'errors'>) => escapeHtml(texts[key])
  const errors = Object.entries(texts.errors).map(
    ([name, message]) => `data-error-${name}="${escapeHtml(message)}"`,
  )

  return {
    lang,
    title: texts.title,
    style: pageStyle,
    script,
    body: `<main class="card">
<div id="question">
<h1>${text('title')}</h1>
<p class="soft">${text('intro')}</p>
<p id="no-token" class="error" role="alert" hidden>${text('noToken')}</p>
<form id="form" novalidate ${errors.join(' ')}>
<label for="name">${text('name')}</label>
<input id="name" name="display_name" autocomplete="name" maxlength="200">
<label for="email">${text('email')}</label>
<input id="email" name="email" type="email" autocomplete="username" required aria-describedby="error">
<label for="password">${text('password')}</label>
<input id="password" name="password" type="password" autocomplete="new-password" required aria-describedby="hint error">
<p id="hint" class="hint">${text('passwordHint')}</p>
<p id="error" class="error" role="alert"></p>
<button id="submit">${text('submit')}</button>
</form>
</div>
<div id="done" hidden>
<h1 tabindex="-1">${text('done')}</h1>
<p>${text('doneBody')}</p>
<p><a href="${escapeHtml(`${phoneUrl}/handler/sign-in`)}">${text('openPhone')}</a></p>
</div>
</main>
<noscript><p class="card">${text('noToken')}</p></noscript>`,
  }
}

const script = `
const form = document.getElementById('form')
const error = document.getElementById('error')
const submit = document.getElementById('submit')
const token = location.hash.slice(1)
// The link works once, but need not stay in the history either.
history.replaceState(null, '', location.pathname)
if (!token) {
  document.getElementById('no-token').hidden = false
  form.hidden = true
}
const names = {
  USER_EMAIL_ALREADY_EXISTS: 'taken',
  SCHEMA_ERROR: 'email',
  PASSWORD_TOO_SHORT: 'short',
  PASSWORD_TOO_LONG: 'long',
  404: 'link',
  429: 'busy',
}
function explain(name) {
  const key = 'error' + name[0].toUpperCase() + name.slice(1)
  error.textContent = form.dataset[key]
  const field = name === 'short' || name === 'long' ? 'password' : 'email'
  if (name === 'email' || name === 'taken' || field === 'password') document.getElementById(field).focus()
}
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  error.textContent = ''
  submit.disabled = true
  try {
    const answer = await fetch('/set-up', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...Object.fromEntries(new FormData(form)) }),
    })
    if (answer.ok) {
      document.getElementById('question').hidden = true
      const done = document.getElementById('done')
      done.hidden = false
      done.querySelector('h1').focus()
      return
    }
    explain(names[answer.headers.get('x-stack-known-error') ?? answer.status] ?? 'other')
  } catch {
    explain('other')
  } finally {
    submit.disabled = false
  }
})
`
