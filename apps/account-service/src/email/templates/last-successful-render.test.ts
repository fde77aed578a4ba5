import { expect, test } from 'vitest'
import { RenderingFailed } from '../sandbox/index.ts'
import { fillPlaceholders } from './last-successful-render.ts'

const empty = { subject: '', category: 'Transactional', html: '', text: '' }

/** Guarantee (ZR503): the template of a project owner does not stop the service. */
test('ZR503: a template with 1,500,000 incomplete placeholders is filled in linear time', () => {
  const html = '\uE000'.repeat(1_500_000)

  expect(fillPlaceholders({ ...empty, html }, {}).html).toBe(html)
})

test('ZR503: placeholders and their values do not fill the memory', () => {
  const html = '\uE000name\uE001'.repeat(100_000)
  const fill = (length: number) => fillPlaceholders({ ...empty, html }, { name: '<'.repeat(length) })

  expect(fill(1).html).toBe('&lt;'.repeat(100_000))
  expect(() => fill(1_000)).toThrow(RenderingFailed)
})
