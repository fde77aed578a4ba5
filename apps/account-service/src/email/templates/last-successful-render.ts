import { escapeHtml } from '@parley/server/pages'
import { z } from 'zod'
import { maxHtmlLength, RenderingFailed } from '../sandbox/index.ts'

/** Result of the last successful render, with a placeholder for each variable. */
export const successfulRender = z.object({
  subject: z.string(),
  category: z.string(),
  html: z.string(),
  text: z.string(),
})

export type SuccessfulRender = z.infer<typeof successfulRender>

// Two private-use characters (Unicode) that escaping does not change.
const placeholder = (name: string) => `\uE000${name}\uE001`
const placeholderPattern = /\uE000([^\uE000\uE001]*)\uE001/g

/** Returns variables whose string values are replaced by placeholders. */
export function toPlaceholders(variables: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === 'string' ? placeholder(name) : value,
    ]),
  )
}

/**
 * Replaces the placeholders by the values of an e-mail.
 *
 * @throws {RenderingFailed} when the e-mail becomes too long
 */
export function fillPlaceholders(
  { subject, category, html, text }: SuccessfulRender,
  variables: Readonly<Record<string, unknown>>,
): SuccessfulRender {
  return {
    subject: fill(subject, variables),
    category,
    html: fill(html, variables, escapeHtml),
    text: fill(text, variables),
  }
}

function fill(
  template: string,
  variables: Readonly<Record<string, unknown>>,
  toText = (value: string) => value,
): string {
  let { length } = template
  return template.replace(placeholderPattern, (_all, name: string) => {
    const value = variables[name]
    const filled = typeof value === 'string' ? toText(value) : ''
    length += filled.length
    if (length > maxHtmlLength) throw new RenderingFailed('The e-mail is too long.')
    return filled
  })
}
