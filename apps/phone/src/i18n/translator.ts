import type { enUS, Messages } from './en-US.ts'

type English = typeof enUS
export type MessageKey = keyof Messages

/** The placeholder names of a message: `{name}`. */
type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** The arguments of a message: none, or one value per placeholder. */
type Values<K extends MessageKey> = [Placeholders<English[K]>] extends [never]
  ? []
  : [values: Record<Placeholders<English[K]>, string | number>]

/** Keys with plural forms: `x.one`, `x.other`. */
export type CountKey = MessageKey extends infer K ? (K extends `${infer Base}.one` ? Base : never) : never

export interface Translator {
  /** Returns the message of a key, with its placeholders filled. */
  t<K extends MessageKey>(key: K, ...values: Values<K>): string
  /** Returns the plural form for a count; `{count}` is formatted with separators. */
  count(key: CountKey, count: number): string
}

export function createTranslator(locale: string, messages: Messages): Translator {
  const plural = new Intl.PluralRules(locale)
  const numberFormat = new Intl.NumberFormat(locale)

  return {
    t: (key, ...[values]) => fill(messages[key], values ?? {}),
    count(key, count) {
      const form = plural.select(count) === 'one' ? 'one' : 'other'
      return fill(messages[`${key}.${form}` as MessageKey], { count: numberFormat.format(count) })
    },
  }
}

/** Leaves placeholders without a value unchanged. */
function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
