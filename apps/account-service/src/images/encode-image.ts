import { TextError } from '@parley/server/http'
import { decode as decodeBmp } from 'bmp-ts'
import type { Sharp, default as SharpModule } from 'sharp'

/** Supported output formats. */
export const imageTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
} as const

export type ImageFormat = keyof typeof imageTypes

export interface EncodedImage {
  readonly format: ImageFormat
  readonly bytes: Buffer
}

const mostBytes = 300 * 1024
const mostPixels = 4096 * 4096
/** Bitmaps are decoded synchronously on the main thread, and a small RLE-compressed file may expand greatly. */
const mostPixelsOfBmp = 1024 * 1024
/** Profile images are never displayed larger. */
const longestSide = 1024
const framesOfAnimation = 200

const dataUrl = /^data:image\/(png|jpe?g|gif|bmp|webp);base64,([A-Za-z0-9+/]+={0,2})$/

/** Loads the image library on first use, because many servers never need it. */
async function loadReader(): Promise<typeof SharpModule> {
  const { default: sharp } = await import('sharp')
  // Only loaders of accepted formats, so that a mislabelled file is not parsed by another loader.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadWebpBuffer',
    ],
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

let reader: ReturnType<typeof loadReader> | undefined

/**
 * Decodes a data URL and re-encodes the image, which strips metadata and rejects anything that is not an image.
 *
 * @throws {TextError} 400
 */
export async function encodeImage(url: string): Promise<EncodedImage> {
  const [, type, base64] = dataUrl.exec(url) ?? []
  if (!type || !base64)
    throw new TextError(400, 'An image must be a data URL of PNG, JPEG, GIF, BMP or WebP in Base64.')
  const bytes = Buffer.from(base64, 'base64')
  if (base64.length > mostBytes || bytes.length > mostBytes)
    throw new TextError(400, `An image can be at most ${mostBytes / 1024} KiB. Choose a smaller one.`)

  try {
    reader ??= loadReader()
    const sharp = await reader
    const reading = type === 'bmp' ? readBmp(sharp, bytes) : readOther(sharp, bytes)
    const { format: found, width, height } = await reading.metadata()
    const format = formatOf(found)
    if (!format || (width ?? 0) * (height ?? 0) > mostPixels) throw new Error('Unsupported image format.')
    const smaller = reading
      .autoOrient()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    return { format, bytes: await write(smaller, format) }
  } catch {
    throw new TextError(400, 'The image cannot be read. Choose another one.')
  }
}

function readOther(sharp: typeof SharpModule, bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: mostPixels, pages: -1, failOn: 'error' })
}

function readBmp(sharp: typeof SharpModule, bytes: Buffer): Sharp {
  // BITMAPINFOHEADER: width and height, both signed, after 18 bytes.
  const [width, height] = [Math.abs(bytes.readInt32LE(18)), Math.abs(bytes.readInt32LE(22))]
  if (bytes.toString('latin1', 0, 2) !== 'BM' || width * height > mostPixelsOfBmp)
    throw new Error('Not a bitmap.')
  const { data } = decodeBmp(bytes, { toRGBA: true })
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: mostPixelsOfBmp })
}

function formatOf(found: string | undefined): ImageFormat | null {
  if (found === 'jpeg') return 'jpg'
  if (found === 'raw') return 'png'
  return found === 'png' || found === 'gif' || found === 'webp' ? found : null
}

async function write(image: Sharp, format: ImageFormat): Promise<Buffer> {
  const { pages = 1 } = await image.metadata()
  if (pages > framesOfAnimation) throw new Error('The animation has too many frames.')
  switch (format) {
    case 'png':
      return await image.png({ compressionLevel: 9 }).toBuffer()
    case 'jpg':
      return await image.jpeg({ quality: 85, mozjpeg: true }).toBuffer()
    case 'gif':
      return await image.gif().toBuffer()
    case 'webp':
      return await image.webp({ quality: 85 }).toBuffer()
  }
}
