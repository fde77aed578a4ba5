/**
 * Returns a view that reads and writes numbers in network byte order. Reading past its end throws a
 * RangeError, so check the length of what was received first.
 */
export function toDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
