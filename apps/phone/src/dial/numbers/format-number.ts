import { AsYouType, type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js'

/** The short fictitious numbers of the simulated network, which are in no numbering plan. */
const fictitiousNumber = /^\+?1\s*(555)(\d{4})$/

/** Formats an E.164 number internationally, with spaces: `+1 555 0142`. */
export function formatNumber(number: string): string {
  const short = fictitiousNumber.exec(number)
  if (short) return `+1 ${short[1]} ${short[2]}`
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number
}

/** No number is longer, and the patterns take long for a long text. */
const maxLength = 200

/** The words for an extension in the languages of the interface. */
export const extensionWords = ['extension', 'extensión', 'ext', 'x', 'durchwahl', 'dw', 'poste', 'anexo']

const linePattern = String.raw`[+\d\s()./-]*\d`
const wordPattern = `(?:${extensionWords.join('|')})`
const extension = new RegExp(String.raw`^(${linePattern})[\s;]*${wordPattern}[.:=\s]*(\d{1,7})$`, 'iu')
const beginningOfExtension = new RegExp(String.raw`^(${linePattern})[\s;]*(\p{L}+)[.:=\s]*$`, 'u')

/** Fewer digits followed by letters begin a name, such as `3M`. */
const minDigitsBeforeWord = 3

/** An extension or post-dial digits after the number: `ext 12`, `,,12#`. */
const postDial = /(\s*(?:[,;]|ext\.?|x)\s*[\d*#,;\s]*)$/i

/**
 * Groups a number as its country does, while it is typed, and writes its extension as `ext 12`. Other input (a name, a
 * star code) is returned unchanged.
 */
export function formatWhileTyping(typed: string, homeCountry: string): string {
  if (typed.length > maxLength) return typed
  const input = typed.replace(/^\s*(?:tel|sips?|callto):(?=[+\d(])/i, '').replace(extension, '$1 ext $2')
  const tail = postDial.exec(input)?.[1] ?? ''
  const line = input.slice(0, input.length - tail.length)
  if (!/^[+\d\s()./-]*$/.test(line) || /^\+?$/.test(line.trim())) return input

  const digits = line.replace(/[^\d+]/g, '')
  // Otherwise, the space before an extension could not be typed.
  const end = tail === '' && /\d\s$/.test(line) ? ' ' : tail
  // Short numbers are not grouped: 911 has no area code.
  if (/^\d{1,3}$/.test(digits)) return digits + end
  const short = /^\+1(555)(01\d{0,2})$/.exec(digits)
  if (short) return `+1 ${short[1]} ${short[2]}${end}`
  return new AsYouType(homeCountry as CountryCode).input(digits) + end
}

/** Returns whether the input can be dialled: it has digits, and letters only in an extension. */
export function isCallable(input: string): boolean {
  return input.length <= maxLength && /\d/.test(input) && !/\p{L}/u.test(withoutPostDial(input))
}

/** Returns whether the input is a name: it has letters that neither are nor begin the word for an extension. */
export function isName(input: string): boolean {
  if (!/\p{L}/u.test(input) || isCallable(input)) return false
  const [, line, word] = (input.length <= maxLength && beginningOfExtension.exec(input)) || []
  if (line === undefined || word === undefined) return true
  const begun = word.toLowerCase()
  return (
    line.replace(/\D/g, '').length < minDigitsBeforeWord ||
    !extensionWords.some((extensionWord) => extensionWord.startsWith(begun))
  )
}

/** Returns the number as typed, without its extension and post-dial digits. */
export function withoutPostDial(input: string): string {
  return input.replace(postDial, '')
}
