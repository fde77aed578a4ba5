const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** Characters that show nothing or change the direction of others, and the two that look like a space. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * Joiners that change what a text shows: in an emoji of several parts, and between letters of Arabic, Syriac and
 * Indic scripts. Between other letters they show nothing, so that two equal names could differ.
 */
const joinsEmoji =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/u
const joinedScripts = ['Arab', 'Syrc', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya']
  .concat(['Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr'])
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')
const joinsLetters = new RegExp(
  `(?<=(?=[${joinedScripts}])[\\p{Lo}\\p{Mn}])[\\u200c\\u200d](?=(?=[${joinedScripts}])\\p{Lo})`,
  'u',
)
/** Selects the colored form of an emoji, or of a key. */
const selectsEmoji = /(?<=\p{Extended_Pictographic})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)/u

const visibleEffect = new RegExp(`${joinsEmoji.source}|${joinsLetters.source}|${selectsEmoji.source}`, 'yu')

/**
 * Returns a text from an untrusted source as one line that shows all that it contains: without control
 * characters, characters that change the direction of text, and other invisible ones. Joiners that an emoji or
 * a word needs remain.
 */
export function removeInvisibleCharacters(text: string): string {
  return text
    .replace(lineBreaks, ' ')
    .replace(invisible, (character, index: number, whole: string) => {
      visibleEffect.lastIndex = index
      return visibleEffect.test(whole) ? character : ''
    })
    .trim()
}
