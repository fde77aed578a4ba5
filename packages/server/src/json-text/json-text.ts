import { randomUUID } from 'node:crypto'

/** Stands for a text while the value around it is serialized. Leaves the process in no response. */
const placeholder = randomUUID()

/** The texts of the value that is serialized now, in the order of their placeholders. */
let embedded: string[] | null = null

/**
 * Stored JSON that `serializeJson` sends without parsing it. To parse and serialize the stored values of a list
 * would keep the event loop busy for milliseconds.
 */
export class JsonText {
  readonly #text: string

  /** @param text valid JSON, for example of a `json` column. */
  constructor(text: string) {
    this.#text = text
  }

  /** Returns the value, except within `serializeJson`. */
  toJSON(): unknown {
    if (!embedded) return JSON.parse(this.#text)
    embedded.push(this.#text)
    return placeholder
  }
}

/** Serializes a value as JSON, which may contain instances of `JsonText`. */
export function serializeJson(value: unknown): string {
  embedded = []
  try {
    const json = JSON.stringify(value)
    const texts = embedded
    if (texts.length === 0) return json
    const [first = '', ...others] = json.split(`"${placeholder}"`)
    return first + others.map((part, index) => `${texts[index]}${part}`).join('')
  } finally {
    embedded = null
  }
}
