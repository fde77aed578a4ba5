import { expect, test } from 'vitest'
import { composeMissedCallMail } from './compose-mail.ts'
import { mailTexts } from './mail-texts.ts'

test('an e-mail says which caller has left a message', () => {
  const at = new Date('2026-11-23T12:00:00Z')
  const calls = [
    { id: 'one', caller: 'Grace', at, hasMessage: true },
    { id: 'two', caller: null, at, hasMessage: false },
  ]

  const { html } = composeMissedCallMail(calls, {
    texts: mailTexts['en-US'],
    workspaceName: 'Bakery',
    phoneUrl: 'https://phone.example',
  })

  expect(html).toContain('>Grace</a>, 2026-11-23 12:00 UTC: left a message</li>')
  expect(html).toContain('>Withheld number</a>, 2026-11-23 12:00 UTC</li>')
})
