import { escapeHtml } from '@parley/server/pages'
import { z } from 'zod'
import { RenderingFailed } from '../sandbox/index.ts'

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
// A name contains neither, so that the search takes linear time: a template chooses each character of its output.
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

/** Length of all values in one part of an e-mail, in UTF-16 code units. */
const maxFilledLength = 4 * 1024 * 1024

/**
 * Replaces the placeholders by the values of an e-mail.
 *
 * @throws {RenderingFailed} when the result is too large.
 */
export function fillPlaceholders(
  { subject, category, html, text }: SuccessfulRender,
  variables: Readonly<Record<string, unknown>>,
): SuccessfulRender {
  const valueFor = (name: string) => (typeof variables[name] === 'string' ? variables[name] : '')
  return {
    subject: fill(subject, valueFor),
    category,
    html: fill(html, (name) => escapeHtml(valueFor(name))),
    text: fill(text, valueFor),
  }
}

function fill(template: string, valueFor: (name: string) => string): string {
  let filledLength = 0
  return template.replace(placeholderPattern, (_all, name: string) => {
    const value = valueFor(name)
    filledLength += value.length
    if (filledLength > maxFilledLength) throw new RenderingFailed('The rendered result is too large.')
    return value
  })
}
