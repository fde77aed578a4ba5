import { PlainTextError } from '@parley/server/http'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { findImage } from './images.ts'

export type { EncodedImage } from './encode-image.ts'
export {
  deleteImages,
  deleteUnreferencedImages,
  encodeSentImage,
  type ImageFolder,
  isStoredImageUrl,
  type PreparedImage,
  prepareImage,
  storeImage,
} from './images.ts'

/** Serves images on the accounts origin: without cookies, immutable, with a fixed content type. */
export function serveImages(app: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  app.get<{ Params: { folder: string; file: string } }>('/images/:folder/:file', async (request, reply) => {
    const [id = '', format = '', ...more] = request.params.file.split('.')
    const image =
      more.length > 0 ? null : await findImage(database, { folder: request.params.folder, id, format })
    if (!image) throw new PlainTextError(404, 'Image not found.')
    return reply
      .headers({
        'content-type': image.type,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(image.bytes)
  })
}
