import { escapeHtml } from '@parley/server/pages'
import { z } from 'zod'

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
// A name contains neither, so that the search takes linear time in output of which a template chooses each character.
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

/** Replaces the placeholders by the values of an e-mail. */
export function fillPlaceholders(
  { subject, category, html, text }: SuccessfulRender,
  variables: Readonly<Record<string, unknown>>,
): SuccessfulRender {
  const valueFor = (name: string) => (typeof variables[name] === 'string' ? variables[name] : '')
  const plain = (template: string) =>
    template.replace(placeholderPattern, (_all, name: string) => valueFor(name))
  return {
    subject: plain(subject),
    category,
    html: html.replace(placeholderPattern, (_all, name: string) => escapeHtml(valueFor(name))),
    text: plain(text),
  }
}
