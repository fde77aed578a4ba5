import { escapeHtml } from '@parley/server/pages'
import { z } from 'zod'

/** Result of the last successful render, with a placeholder for each variable. */
export const lastGood = z.object({
  subject: z.string(),
  category: z.string(),
  html: z.string(),
  text: z.string(),
})

export type LastGood = z.infer<typeof lastGood>

// Two private-use characters (Unicode) that escaping does not change.
const place = (name: string) => `\uE000${name}\uE001`
const places = /\uE000([^\uE001]*)\uE001/g

/** Returns variables whose string values are replaced by placeholders. */
export function placesFor(variables: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, typeof value === 'string' ? place(name) : value]),
  )
}

/** Replaces the placeholders by the values of an e-mail. */
export function fillLastGood(
  { subject, category, html, text }: LastGood,
  variables: Readonly<Record<string, unknown>>,
): LastGood {
  const valueFor = (name: string) => (typeof variables[name] === 'string' ? variables[name] : '')
  const plain = (template: string) => template.replace(places, (_all, name: string) => valueFor(name))
  return {
    subject: plain(subject),
    category,
    html: html.replace(places, (_all, name: string) => escapeHtml(valueFor(name))),
    text: plain(text),
  }
}
