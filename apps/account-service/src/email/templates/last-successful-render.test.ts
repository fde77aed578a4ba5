import { expect, test } from 'vitest'
import { fillPlaceholders, toPlaceholders } from './last-successful-render.ts'

const fill = (html: string) =>
  fillPlaceholders({ subject: html, category: 'Transactional', html, text: html }, { name: 'A & B' })

test('placeholders are replaced by the values of an e-mail, escaped in HTML', () => {
  const { name } = toPlaceholders({ name: 'Ada' })

  expect(fill(`Hi ${name}!`)).toEqual({
    subject: 'Hi A & B!',
    category: 'Transactional',
    html: 'Hi A &amp; B!',
    text: 'Hi A & B!',
  })
})

/** Guarantee (MX3): the stored output of a template does not occupy the process. */
test('MX3: characters that begin a placeholder and are followed by none stay, whatever their number', () => {
  const { name } = toPlaceholders({ name: 'Ada' })
  const begun = '\uE000'.repeat(30_000)

  expect(fill(`${begun}${name}`).text).toBe(`${begun}A & B`)
  expect(fill(begun).text).toBe(begun)
})

test('MX3: values that a template repeats until they are too large are not filled in', () => {
  const { name } = toPlaceholders({ name: '' })
  const render = { subject: '', category: 'Transactional', html: `${name}`.repeat(100), text: '' }

  expect(() => fillPlaceholders(render, { name: 'x'.repeat(50_000) })).toThrow(
    'The rendered result is too large.',
  )
})
