import type { enUS, Messages } from './en-US.ts'

type English = typeof enUS
export type MessageKey = keyof Messages

/** The names in braces of a text: `{name}`. */
type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** What the text of a key must be given: nothing, or a value for each of its placeholders. */
type Values<K extends MessageKey> = [Placeholders<English[K]>] extends [never]
  ? []
  : [values: Record<Placeholders<English[K]>, string | number>]

/** Keys of which there are two texts, for one and for several: `x.one`, `x.other`. */
export type CountKey = MessageKey extends infer K ? (K extends `${infer Base}.one` ? Base : never) : never

export interface Texts {
  /** The text of a key, with its placeholders filled. */
  t<K extends MessageKey>(key: K, ...values: Values<K>): string
  /** The text for a count, in the plural form of the language; `{count}` is filled with its separators. */
  count(key: CountKey, count: number): string
}

export function createTexts(locale: string, messages: Messages): Texts {
  const plural = new Intl.PluralRules(locale)
  const figures = new Intl.NumberFormat(locale)

  return {
    t: (key, ...[values]) => fill(messages[key], values ?? {}),
    count(key, count) {
      const form = plural.select(count) === 'one' ? 'one' : 'other'
      return fill(messages[`${key}.${form}` as MessageKey], { count: figures.format(count) })
    },
  }
}

/** Placeholders without a value stay as they are. */
function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
