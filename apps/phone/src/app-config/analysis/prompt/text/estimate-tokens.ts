/** Scripts whose characters are about one token each. */
const wideScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu
const charactersPerToken = 4

/** Returns about how many tokens a text has. Models divide texts differently. */
export function estimateTokens(text: string): number {
  const wide = text.match(wideScripts)?.length ?? 0
  return wide + Math.ceil((text.length - wide) / charactersPerToken)
}
