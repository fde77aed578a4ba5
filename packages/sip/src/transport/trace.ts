/** Returns the text of a message without digest responses and media keys. */
export function traceText(bytes: Uint8Array): string {
  return new TextDecoder()
    .decode(bytes)
    .replace(/^((?:proxy-)?authorization[ \t]*:[ \t]*)[^\r\n]*(?:\r\n[ \t][^\r\n]*)*/gim, '$1(withheld)')
    .replace(/^(a=crypto:[^\r\n]*?inline:)[^\r\n]*/gim, '$1(withheld)')
    .replace(/^(a=key-mgmt:|k=)[^\r\n]*/gim, '$1(withheld)')
}
