const maxKeys = 32_768
const maxValues = 262_144
const maxParameters = 1_000

const [quote, backslash, colon, comma, ampersand] = [...Buffer.from('"\\:,&')]

/**
 * Returns whether JSON has so many keys or values that parsing it would block other requests. Keys cost most:
 * about 2 microseconds each. One value of metadata of 128 KiB has at most 26,215 keys.
 */
export function hasTooManyValues(json: Buffer): boolean {
  let keys = 0
  let values = 0
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]
    if (byte === quote) index = findEndOfString(json, index)
    else if (byte === colon) keys++
    else if (byte === comma) values++
    if (keys > maxKeys || values > maxValues) return true
  }
  return false
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
