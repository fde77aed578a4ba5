import type { Catalogue } from './translator.ts'

const accented: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  c: 'ç',
  n: 'ñ',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
  C: 'Ç',
  N: 'Ñ',
}

/**
 * Returns a readable text in place of a translation: in double brackets, with accents, and 40 % longer than
 * English, as many translations are. Placeholders remain. Text of a page without brackets is in no catalogue.
 */
function createPseudoText(text: string): string {
  const characters = text
    .split(/(\{\w+\})/)
    .map((part) =>
      part.startsWith('{') ? part : part.replaceAll(/[a-z]/gi, (letter) => accented[letter] ?? letter),
    )
    .join('')
  const length = text.replaceAll(/\{\w+\}/g, '').length
  const padding = 'lorem ipsum dolor sit amet '
    .repeat(20)
    .slice(0, Math.ceil(length * 0.4))
    .trimEnd()
  return `⟦${characters} ${padding}⟧`
}

export function createPseudoCatalogue(english: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(english).map(([key, text]) => [key, createPseudoText(text)]))
}
