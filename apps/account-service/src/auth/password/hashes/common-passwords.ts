/** A password needs at least this many letters that are not part of a name. */
const minOtherLetters = 4
const minWordLength = 4

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/**
 * Returns whether a password is in the list of leaked passwords, or little more than the name of the product,
 * the project or the user. `words` are names and e-mail addresses; they are split here. Works offline.
 */
export async function isCommonPassword(typed: string, words: readonly (string | null)[]): Promise<boolean> {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  // Loaded on first use, because the list takes memory.
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((password) => password.length >= 8)),
  )
  return (await commonPasswords).has(text) || isDerivedFrom(text, ['parley', ...words])
}

function isDerivedFrom(text: string, names: readonly (string | null)[]): boolean {
  const words = names
    .flatMap((name) => [name ?? '', ...(name ?? '').split(/[^\p{L}\p{N}]+/u)])
    .map((word) => word.normalize('NFKC').trim().toLowerCase())
    .filter((word) => word.length >= minWordLength)
    .sort((a, b) => b.length - a.length)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text)
  return rest !== text && rest.replace(/[^\p{L}]+/gu, '').length < minOtherLetters
}
