import { escapeHtml } from '@parley/server/pages'
import { z } from 'zod'

/** What a template rendered to when it was saved, with a place for each variable. */
export const lastGood = z.object({
  subject: z.string(),
  category: z.string(),
  html: z.string(),
  text: z.string(),
})

export type LastGood = z.infer<typeof lastGood>

// Two characters that Unicode leaves to private use, and that no escaping changes.
const place = (name: string) => `\uE000${name}\uE001`
const places = /\uE000([^\uE001]*)\uE001/g

/** The variables of a render whose result may be filled later: each text is its own place. */
export function placesFor(variables: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, typeof value === 'string' ? place(name) : value]),
  )
}

/** Fills the places with what a mail is about. */
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
