import { describe, expect, test } from 'vitest'
import { startAccountService } from '../testing.ts'
import { htmlOf, textOf } from './layout.ts'
import { localeFor } from '../locale.ts'
import { contentOf } from './templates.ts'

const link = 'https://phone.example.com/handler/magic-link-callback?after_auth_return_to=%2F&code=0123'

describe('our own templates', () => {
  test.each(['de-DE', 'en-US', 'es-419', 'es-ES', 'fr-CA'] as const)(
    '%s says everything, in both parts',
    (locale) => {
      for (const template of ['email-verification', 'magic-link'] as const) {
        const content = contentOf(template, locale, 'Parley', { link, otp: 'AB12CD' })
        const [html, text] = [htmlOf(content), textOf(content)]

        for (const part of [content.subject, html, text]) expect(part).not.toMatch(/\{\w+\}|undefined/)
        expect(content.subject).toContain('Parley')
        expect(html).toContain(`lang="${locale}"`)
        expect(html).toContain(link.replace('&', '&amp;'))
        expect(text).toContain(link)
        for (const part of [html, text]) expect(part.includes('AB12CD')).toBe(template === 'magic-link')
        expect(html).toMatch(/prefers-color-scheme: dark/)
      }
    },
  )

  /** Guarantee: a name that somebody chose neither becomes markup nor writes headers. */
  test('names are escaped in HTML and stay on one line in headers', async () => {
    await using service = await startAccountService()
    await service.server.pool.query('update accounts.projects set display_name = $1', [
      'A <script>alert(1)</script>\r\nBcc: evil@example.com',
    ])

    await service.post('/auth/otp/send-sign-in-code', {
      email: 'ada@example.com',
      callback_url: 'https://phone.example.com/',
    })
    const mail = await service.mailTo('ada@example.com')

    for (const header of [mail.subject, mail.from.name, mail.to]) expect(header).not.toMatch(/[\r\n]/)
    expect(mail.html).not.toContain('<script>')
    expect(mail.html).toContain('&lt;script&gt;')
  })
})

test('the language is the first that is asked for and that there is', () => {
  expect(localeFor(null)).toBe('en-US')
  expect(localeFor('')).toBe('en-US')
  expect(localeFor('ja,ko;q=0.9')).toBe('en-US')
  expect(localeFor('ja,de-CH;q=0.5,fr;q=0.9')).toBe('fr-CA')
  expect(localeFor('es-es')).toBe('es-ES')
  expect(localeFor('es-AR')).toBe('es-419')
  expect(localeFor('de;q=0, en')).toBe('en-US')
  expect(localeFor(';;;,,,q=x')).toBe('en-US')
})
