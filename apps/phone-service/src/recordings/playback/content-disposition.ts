const defaultName = 'recording'
const maxNameLength = 120

/** Characters that a file system or a shell reads in its own way, and invisible ones that reorder a name. */
const unsafeCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\\/:*?"<>|;%$`]/gu

/**
 * Returns the `Content-Disposition` header of a WAV file (RFC 6266 section 4.1), with the name that the client
 * asks for, or a default one. Clients that do not know `filename*` get the name in ASCII.
 */
export function serializeDisposition(disposition: 'inline' | 'attachment', requestedName = ''): string {
  const name = toSafeName(requestedName)
  const ascii = toSafeName(name.normalize('NFKD').replace(/[^\x20-\x7e]/g, ''))
  const header = `${disposition}; filename="${ascii}.wav"`
  return ascii === name ? header : `${header}; filename*=UTF-8''${encodeExtendedValue(name)}.wav`
}

/** Names that begin with a dot are hidden on some systems, and names that end with one invalid on others. */
function toSafeName(name: string): string {
  const plain = name.toWellFormed().normalize('NFC').replace(unsafeCharacters, ' ').replace(/\s+/g, ' ')
  const short = Array.from(plain.trim()).slice(0, maxNameLength).join('')
  return short.replace(/^[. -]+|[. ]+$/g, '') || defaultName
}

/** Encodes the characters that RFC 8187 does not allow in an extended value. */
function encodeExtendedValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
