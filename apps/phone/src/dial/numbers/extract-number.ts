import { extensionWords } from './format-number.ts'

export interface ExtractedNumber {
  /** The number, with an extension or post-dial digits. */
  readonly number: string
  /** Whether surrounding text was removed. */
  readonly removed: 'nothing' | 'text-around'
}

const numberPattern = String.raw`\+?[(\d][\d\s().\/\u00a0\u2010-\u2015-]*\d`
const postDialPattern = String.raw`(?:[\s;]*(?:${extensionWords.join('|')})[.:=\s]*\d{1,7}|[,;][\d*#,;]+)`
const numberInText = new RegExp(`(${numberPattern})(${postDialPattern})?`, 'i')

/**
 * Extracts a number from pasted text: a `tel:` link, a signature, a number with brackets. Null when there is
 * none.
 */
export function extractNumber(text: string): ExtractedNumber | null {
  const pasted = text.trim().replace(/^(tel|sips?|callto):(\/\/)?/i, '')
  const match = numberInText.exec(pasted)
  const found = match?.[1]
  if (!match || !found || found.replace(/\D/g, '').length < 2) return null

  // A zero in brackets is a trunk prefix, which is dialled only without the country code.
  const isInternational = found.trim().startsWith('+')
  const written = isInternational ? found.replace(/\(0\)/g, '') : found
  const number = (isInternational ? '+' : '') + written.replace(/\D/g, '')
  const around = pasted.replace(match[0], '').replace(/@[\w.-]+$|[<>\s]/g, '')
  return {
    number: number + formatPostDial(match[2] ?? ''),
    removed: around === '' ? 'nothing' : 'text-around',
  }
}

function formatPostDial(text: string): string {
  if (text === '') return ''
  if (/\p{L}/u.test(text)) return ` ext ${text.replace(/\D/g, '')}`
  return text.replaceAll(';', ',')
}
