import { createFairQueue } from '@parley/server'
import { PlainTextError, tooManyRequests } from '@parley/server/http'
import { decode as decodeBmp } from 'bmp-ts'
import type { Sharp, default as SharpModule } from 'sharp'
import { plainTextError } from '../../platform/errors/index.ts'
import { readBitmapSize } from './bitmap-size.ts'

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

const maxBytes = 300 * 1024
const maxPixels = 4096 * 4096
/** Bitmaps are decoded synchronously on the main thread, up to eight pixels of each byte. */
const maxBmpPixels = 1024 * 1024
/** Profile images are never displayed larger. */
const maxSidePixels = 1024
const maxFrames = 200
const retryAfterSeconds = 30

const dataUrl = /^data:image\/(png|jpe?g|gif|bmp|webp);base64,([A-Za-z0-9+/]+={0,2})$/

/** Loads the image library on first use, because many servers never need it. */
async function loadSharp(): Promise<typeof SharpModule> {
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

let sharpModule: ReturnType<typeof loadSharp> | undefined

/** Counts the smallest requests too: at most 1,000 images wait. */
const minWaitingBytes = 128 * 1024

/**
 * One image at a time: password hashing runs on the same threads. The requests that wait have at most 125 MiB,
 * and half of it for each owner.
 */
const turns = createFairQueue({
  maxWaiting: 1_000 * minWaitingBytes,
  maxWaitingPerQueue: 500 * minWaitingBytes,
  createRejection: () => tooManyRequests(retryAfterSeconds),
})

export interface ImageSender {
  readonly ownerId: string
  /** Size of the request, which is in memory while its image waits. */
  readonly requestBytes: number
  /** Aborted when the client has disconnected. */
  readonly disconnected: AbortSignal
}

/**
 * Decodes a data URL and re-encodes the image, which strips metadata and rejects anything that is not an
 * image. The images of different owners take turns. That of a client that disconnects is not decoded.
 *
 * @throws {PlainTextError} 400; 429 when too many images wait.
 */
export async function encodeImage(
  url: string,
  { ownerId, requestBytes, disconnected }: ImageSender,
): Promise<EncodedImage> {
  const [, type, base64] = dataUrl.exec(url) ?? []
  if (!type || !base64) throw plainTextError('imageFormat')
  const bytes = Buffer.from(base64, 'base64')
  if (base64.length > maxBytes || bytes.length > maxBytes)
    throw new PlainTextError(400, `An image can be at most ${maxBytes / 1024} KiB. Choose a smaller one.`)

  return await turns.enqueue(ownerId, () => reencode(type, bytes), {
    signal: disconnected,
    size: Math.max(requestBytes, minWaitingBytes),
  })
}

/** @throws {PlainTextError} 400 */
async function reencode(type: string, bytes: Buffer): Promise<EncodedImage> {
  try {
    sharpModule ??= loadSharp()
    const sharp = await sharpModule
    const reading = type === 'bmp' ? decodeBitmap(sharp, bytes) : openImage(sharp, bytes)
    const { format: found, width, height } = await reading.metadata()
    const format = toImageFormat(found)
    if (!format || (width ?? 0) * (height ?? 0) > maxPixels) throw new Error('Unsupported image format.')
    const smaller = reading
      .autoOrient()
      .resize(maxSidePixels, maxSidePixels, { fit: 'inside', withoutEnlargement: true })
    return { format, bytes: await encode(smaller, format) }
  } catch {
    throw new PlainTextError(400, 'The image cannot be read. Choose another one.')
  }
}

function openImage(sharp: typeof SharpModule, bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: maxPixels, pages: -1, failOn: 'error' })
}

function decodeBitmap(sharp: typeof SharpModule, bytes: Buffer): Sharp {
  const size = readBitmapSize(bytes)
  if (!size || size.width * size.height > maxBmpPixels) throw new Error('Not a bitmap.')
  const { width, height } = size
  const { data } = decodeBmp(bytes, { toRGBA: true })
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: maxBmpPixels })
}

function toImageFormat(found: string | undefined): ImageFormat | null {
  if (found === 'jpeg') return 'jpg'
  if (found === 'raw') return 'png'
  return found === 'png' || found === 'gif' || found === 'webp' ? found : null
}

async function encode(image: Sharp, format: ImageFormat): Promise<Buffer> {
  const { pages = 1 } = await image.metadata()
  if (pages > maxFrames) throw new Error('The animation has too many frames.')
  switch (format) {
    case 'png':
      return await image.png({ compressionLevel: 9 }).toBuffer()
    case 'jpg':
      return await image.jpeg({ quality: 85, mozjpeg: true }).toBuffer()
    case 'gif':
      return await image.gif().toBuffer()
    case 'webp':
      // The default effort takes twice as long for an animation, which all other images wait for.
      return await image.webp({ quality: 85, effort: 1 }).toBuffer()
  }
}
