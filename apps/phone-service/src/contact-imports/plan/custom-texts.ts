import type { customFields } from '@parley/contract/phone'

type CustomField = customFields.CustomField

const checkedWords = ['1', 'true', 'yes', 'y', 'x', 'ja', 'si', 'sí', 'oui', 'vrai', 'verdadero', 'wahr', '✓']
const uncheckedWords = ['0', 'false', 'no', 'n', 'nein', 'non', 'faux', 'falso', 'falsch']

/**
 * Returns the value of a custom field that a text in a file stands for, or the text itself when it stands for none, which
 * the rules for values that users enter reject.
 */
export function readCustomText({ type, choices }: CustomField, text: string): string | number | boolean {
  const value = text.trim()
  if (value === '') return ''
  switch (type) {
    case 'number':
      return readNumber(value)
    case 'date':
      // Dates with slashes begin with the month in some countries and with the day in others.
      return value.replace(/^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/, (_, day, month, year) =>
        [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
      )
    case 'choice':
      return choices.find((choice) => choice.toLowerCase() === value.toLowerCase()) ?? value
    case 'link':
      return /^[\w.-]+\.[a-z]{2,}([/?#].*)?$/i.test(value) ? `https://${value}` : value
    case 'checkbox':
      if (checkedWords.includes(value.toLowerCase())) return true
      return uncheckedWords.includes(value.toLowerCase()) ? false : value
    default:
      return value
  }
}

/** A comma or a point between digits is the decimal separator; a number with both, or with several, has no one meaning. */
function readNumber(text: string): string | number {
  return /^[+-]?\d{1,15}([.,]\d{1,15})?(e[+-]?\d{1,2})?$/i.test(text) ? Number(text.replace(',', '.')) : text
}
