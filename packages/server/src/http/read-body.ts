/** A body that cannot be read. The message says why, and never what was in it. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody'
}

/**
 * Reads a body by its content type: JSON, form fields, text, or bytes; undefined where there is no content type.
 *
 * @throws {UnreadableBody}
 */
export function readBody(contentType: string | undefined, bytes: Buffer | undefined): unknown {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const body = bytes ?? Buffer.alloc(0)

  switch (type) {
    case '':
      return undefined
    case 'application/json':
      return parseJson(decode(body))
    case 'application/x-www-form-urlencoded':
      return Object.fromEntries(new URLSearchParams(decode(body)))
    case 'text/plain':
      return decode(body)
    case 'application/octet-stream':
      return body
    default:
      throw new UnreadableBody('The content type is not one that is read here. Send application/json.')
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableBody('The body is not valid UTF-8.')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableBody(text.trim() === '' ? 'The body is empty.' : 'The body is not valid JSON.')
  }
}
