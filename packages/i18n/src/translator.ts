/** Texts by key. Placeholders are in braces: `Call {name}`. */
export type Catalogue = Readonly<Record<string, string>>

type PluralForm = Exclude<Intl.LDMLPluralRule, 'other'>

/**
 * The type of a translation: the same keys as English. A key with plural forms has those of its language,
 * `x.other` always: Japanese has no other one, Polish also has `x.few` and `x.many`.
 */
export type Translation<English extends Catalogue> = {
  readonly [K in keyof English as K extends `${PluralKey<English>}.one` ? never : K]: string
} & { readonly [K in `${PluralKey<English>}.${PluralForm}`]?: string }

export type MessageKey<English extends Catalogue> = keyof English & string

/** Keys with two texts, for one and for several: `x` for `x.one` and `x.other`. */
export type PluralKey<English extends Catalogue> =
  MessageKey<English> extends infer K ? (K extends `${infer Base}.one` ? Base : never) : never

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** The further arguments of a text: none, or a value for each of its placeholders. */
type Values<Text extends string> = [Placeholders<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<Text>, string | number>>]

export interface Translator<English extends Catalogue> {
  /** Returns the text of a key with its placeholders filled. */
  t<K extends MessageKey<English>>(key: K, ...values: Values<English[K]>): string
  /**
   * Returns the text for a count in the plural form of the language. `{count}` is filled with the formatted
   * number.
   */
  plural(key: PluralKey<English>, count: number): string
}

/** @param locale - A BCP 47 tag, for plural rules and numbers. */
export function createTranslator<English extends Catalogue>(
  locale: string,
  messages: Translation<English>,
): Translator<English> {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const catalogue: Readonly<Record<string, string | undefined>> = messages
  return {
    t: (key, ...[values]) => fillPlaceholders(catalogue[key] ?? key, values ?? {}),
    plural(key, count) {
      const text = catalogue[`${key}.${rules.select(count)}`] ?? catalogue[`${key}.other`] ?? key
      return fillPlaceholders(text, { count: numbers.format(count) })
    },
  }
}

/**
 * Replaces the placeholders of a text, once: braces within a value remain. Placeholders without a value
 * remain too.
 */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}
