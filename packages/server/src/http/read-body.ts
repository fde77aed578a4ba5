/** A request body that cannot be parsed. The message never contains its content. */
export class UnreadableBodyError extends Error {
  override readonly name = 'UnreadableBodyError'
}

/**
 * Parses a body by its content type: JSON, form fields, text or bytes. Returns undefined without a content type.
 *
 * @throws {UnreadableBodyError}
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
      throw new UnreadableBodyError('Unsupported content type. Send application/json.')
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableBodyError('The body is not valid UTF-8.')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableBodyError(text.trim() === '' ? 'The body is empty.' : 'The body is not valid JSON.')
  }
}
