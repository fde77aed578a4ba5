import { randomUUID } from 'node:crypto'
import type { RateLimit } from '@parley/server'
import { tooManyRequests } from '@parley/server/http'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { AccountTables, Database } from '../../platform/database/index.ts'
import { plainTextError } from '../../platform/errors/index.ts'
import type { Access } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { type EncodedImage, encodeImage, imageTypes } from './encode-image.ts'

/** The kind of owner of an image; part of its URL. */
export type ImageFolder =
  | 'user-profile-images'
  | 'team-profile-images'
  | 'team-member-profile-images'
  | 'project-logos'

/**
 * An image ready to be stored: encoded, or an external URL. Null clears the image; undefined leaves it
 * unchanged.
 */
export type PreparedImage = EncodedImage | string | null | undefined

type ImageAccess = Pick<Access, 'project' | 'accessType' | 'actor' | 'ownerId' | 'info'>

/** The largest request with an image. */
const maxRequestBytes = 2 * 1024 * 1024

/** Decoding is CPU-intensive, so it is limited per user, and per owner of projects. */
const perUser: RateLimit = { name: 'pictures-by-user', attempts: 30, windowMs: 10 * 60_000 }

/**
 * Validates an image sent by a client and re-encodes image data. Back ends may pass an external URL, which is
 * stored as is. Call it before the transaction that stores the image, because encoding is slow.
 *
 * @throws {PlainTextError} 400; 429 when one user or owner sends too many, or too many wait.
 */
export async function prepareImage(
  services: Pick<Services, 'rateLimits'>,
  access: ImageAccess,
  sent: string | null | undefined,
): Promise<PreparedImage> {
  if (sent === null || sent === undefined) return sent
  if (!sent.startsWith('data:')) {
    const isOfTheWeb = URL.canParse(sent) && /^https?:$/.test(new URL(sent).protocol)
    if (access.accessType !== 'client' && isOfTheWeb) return sent
    throw plainTextError('imageFormat')
  }
  return await encodeSentImage(services, access, sent)
}

/**
 * Re-encodes image data. Requests with a key of a back end are not limited, because the public SDKs do not
 * expect it.
 *
 * @throws {PlainTextError} 400; 429 when one user or owner sends too many, or too many wait.
 */
export async function encodeSentImage(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  { project, accessType, actor, ownerId, info }: ImageAccess,
  dataUrl: string,
): Promise<EncodedImage> {
  const senderId = actor.id ?? project.id
  if (accessType === 'client' || ownerId !== null) {
    const verdict = await rateLimits.consume(perUser, senderId)
    if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
  }
  return await encodeImage(dataUrl, {
    ownerId: senderId,
    requestBytes: Number(info.headers['content-length'] ?? maxRequestBytes),
    disconnected: info.signal,
  })
}

/** Stores a prepared image within the caller's transaction. Returns its URL. */
export async function storeImage(
  { options, now }: Pick<Services, 'options' | 'now'>,
  database: Database,
  projectId: string,
  folder: ImageFolder,
  image: PreparedImage,
): Promise<string | null | undefined> {
  if (typeof image !== 'object' || image === null) return image
  const { format, bytes } = image
  const id = randomUUID()
  await database
    .insertInto('images')
    .values({ id, project_id: projectId, folder, format, bytes, created_at: now() })
    .execute()
  return `${options.publicUrl}/images/${folder}/${id}.${format}`
}

const imagePathPattern = /^\/images\/[a-z-]+\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[a-z]+$/

/** Returns whether a URL names a stored image, at the public origin or at an earlier one. */
export function isStoredImageUrl(url: string): boolean {
  return readImageId(url) !== null
}

function readImageId(url: string): string | null {
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  return imagePathPattern.exec(path)?.[1] ?? null
}

/**
 * Deletes images that are no longer shown. External URLs are ignored; our own are recognized by their path,
 * because the public origin may have changed since.
 */
export async function deleteImages(
  database: Database,
  projectId: string,
  urls: readonly (string | null)[],
): Promise<void> {
  const ids = urls.flatMap((url) => (url === null ? [] : (readImageId(url) ?? [])))
  if (ids.length === 0) return
  await database.deleteFrom('images').where('project_id', '=', projectId).where('id', 'in', ids).execute()
}

/** A query for image URLs that are in use. */
export type ImageUrlQuery = SelectQueryBuilder<AccountTables, never, { url: string | null }>

const imageIdPattern = '/images/[a-z-]+/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[.]'

/**
 * Deletes unreferenced images created before a moment. They remain when concurrent updates replace the same
 * image. Younger ones may belong to a transaction that is not committed yet.
 */
export async function deleteUnreferencedImages(
  database: Database,
  madeBefore: Date,
  named: readonly ImageUrlQuery[],
): Promise<void> {
  const ids = sql`select substring(url from ${imageIdPattern}::text) as id from (${sql.join(named, sql` union all `)}) as named`
  await database
    .deleteFrom('images')
    .where('created_at', '<', madeBefore)
    .where(sql<boolean>`not exists (select from (${ids}) as shown where shown.id = images.id::text)`)
    .execute()
}

/** Finds an image by the parts of its URL, or null. */
export async function findImage(
  database: Database,
  { folder, id, format }: { readonly folder: string; readonly id: string; readonly format: string },
): Promise<{ readonly type: string; readonly bytes: Buffer } | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null
  const row = await database
    .selectFrom('images')
    .select(['folder', 'format', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || row.folder !== folder || row.format !== format) return null
  return { type: imageTypes[row.format], bytes: row.bytes }
}
