const maxKeys = 32_768
const maxValues = 262_144
/** That of a `jsonValue` of the contract, and of a body around it. */
const maxDepth = 256 + 8
const maxParameters = 1_000

const [quote, backslash, colon, comma, ampersand, openBracket, closeBracket, openBrace, closeBrace] = [
  ...Buffer.from('"\\:,&[]{}'),
]

/**
 * Returns why JSON is not parsed, or null: it has so many keys or values that parsing it would block other
 * requests, or is nested so deeply that validating it would exhaust the stack. Keys cost most: about 2 microseconds each. One value of
 * metadata of 128 KiB has at most 26,215 keys.
 */
export function findComplexityProblem(json: Buffer): string | null {
  let keys = 0
  let values = 0
  let depth = 0
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]
    if (byte === quote) index = findEndOfString(json, index)
    else if (byte === colon) keys++
    else if (byte === comma) values++
    else if (byte === openBracket || byte === openBrace) depth++
    else if (byte === closeBracket || byte === closeBrace) depth--
    if (keys > maxKeys || values > maxValues) return 'The body has too many values.'
    if (depth > maxDepth) return 'The body is nested too deeply.'
  }
  return null
}

/** Returns the index of the quotation mark that ends the string that begins at `start`. */
function findEndOfString(json: Buffer, start: number): number {
  for (let index = start + 1; index < json.length; index++) {
    if (json[index] === backslash) index++
    else if (json[index] === quote) return index
  }
  return json.length
}

/** Returns whether a form has more parameters than any endpoint takes. */
export function hasTooManyParameters(form: Buffer): boolean {
  let count = 1
  for (const byte of form) if (byte === ampersand && ++count > maxParameters) return true
  return false
}
