/** The To header of a message, with folded lines, up to the name of its tag; RFC 3261, 7.3.1 and 20.39. */
const toWithTag = /\r?\n(?:to|t)[ \t]*:(?:[^\r\n]|\r?\n[ \t])*;\s*tag\s*=/i

/**
 * Returns whether a datagram begins a transaction outside any dialog: a request, other than ACK and CANCEL,
 * without a To tag. A search in the text costs less than a tenth of parsing the message.
 */
export function isInitialRequest(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return !/^\s*(?:SIP\/|ACK\s|CANCEL\s)/i.test(text) && !toWithTag.test(text)
}
