/** Fewer letters than these beside a name do not make a password of it. */
const fewestOtherLetters = 4
const shortestWord = 4

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/**
 * Tells whether a password is in the list of those that leaks are full of, or is little more than the product, the
 * project or the person: `words` are names and addresses, taken apart here. Works without a network.
 */
export async function isGuessable(typed: string, words: readonly (string | null)[]): Promise<boolean> {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  // The list takes memory that a service where nobody chooses a password need not spend.
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((password) => password.length >= 8)),
  )
  return (await commonPasswords).has(text) || isMadeOf(text, ['parley', ...words])
}

function isMadeOf(text: string, names: readonly (string | null)[]): boolean {
  const words = names
    .flatMap((name) => [name ?? '', ...(name ?? '').split(/[^\p{L}\p{N}]+/u)])
    .map((word) => word.normalize('NFKC').trim().toLowerCase())
    .filter((word) => word.length >= shortestWord)
    .sort((a, b) => b.length - a.length)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text)
  return rest !== text && rest.replace(/[^\p{L}]+/gu, '').length < fewestOtherLetters
}
