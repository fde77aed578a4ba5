/** Width and height of a bitmap in pixels, both above 0. */
export interface BitmapSize {
  readonly width: number
  readonly height: number
}

/** BI_RLE8 and BI_RLE4. */
const runLengthEncodings = [1, 2]

/**
 * Returns the size of a bitmap, or null if the bytes are none, it has no pixels or is run-length encoded. The
 * decoder loops over the declared lines even if they are empty, and takes a negative width for a large one. Of
 * run-length encoded data, it decodes 127 pixels per byte, also outside of the image.
 */
export function readBitmapSize(bytes: Buffer): BitmapSize | null {
  // BITMAPINFOHEADER: width and height, both signed, after 18 bytes. A negative height means that the first
  // line is on top.
  if (bytes.toString('latin1', 0, 2) !== 'BM' || bytes.length < 34) return null
  if (runLengthEncodings.includes(bytes.readUInt32LE(30))) return null
  const [width, height] = [bytes.readInt32LE(18), Math.abs(bytes.readInt32LE(22))]
  return width > 0 && height > 0 ? { width, height } : null
}
