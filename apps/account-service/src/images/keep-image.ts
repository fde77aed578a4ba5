import { randomUUID } from 'node:crypto'
import type { RateLimit } from '@parley/server'
import { TextError, tooManyRequests } from '@parley/server/http'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Access } from '../access/index.ts'
import type { AccountTables, Database } from '../database/index.ts'
import type { Services } from '../services.ts'
import { type EncodedImage, encodeImage, imageTypes } from './encode-image.ts'

/** What a picture shows; part of its address. */
export type ImageFolder = 'user-profile-images' | 'team-profile-images' | 'team-member-profile-images'

/** What somebody sends as a picture, as it is kept: encoded, or an address of the web. Null clears; undefined leaves it. */
export type ReadImage = EncodedImage | string | null | undefined

/** Reading a picture takes the processor for a while, so that nobody may have it done over and over. */
const perUser: RateLimit = { name: 'pictures-by-user', attempts: 30, windowMs: 10 * 60_000 }

/**
 * Reads what somebody sends as a picture. Data is encoded anew. Back ends may name an address of the web, which is taken as
 * it is. Takes a while, so that it stands before the transaction in which the picture is kept.
 *
 * @throws {TextError} 400; 429 when one user sends too many.
 */
export async function readImage(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  { project, accessType, actor }: Pick<Access, 'project' | 'accessType' | 'actor'>,
  sent: string | null | undefined,
): Promise<ReadImage> {
  if (sent === null || sent === undefined) return sent
  if (!sent.startsWith('data:')) {
    const isOfTheWeb = URL.canParse(sent) && /^https?:$/.test(new URL(sent).protocol)
    if (accessType !== 'client' && isOfTheWeb) return sent
    throw new TextError(400, 'An image must be a data URL of PNG, JPEG, GIF, BMP or WebP in Base64.')
  }
  if (accessType === 'client') {
    const verdict = await rateLimits.take(perUser, actor.id ?? project.id)
    if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
  }
  return await encodeImage(sent)
}

/** Keeps a picture that was read, within the caller's transaction. Answers the address under which it is shown. */
export async function keepImage(
  { options, now }: Pick<Services, 'options' | 'now'>,
  database: Database,
  projectId: string,
  folder: ImageFolder,
  image: ReadImage,
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

const pathOfImage = /^\/images\/[a-z-]+\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[a-z]+$/

/**
 * Removes pictures that are shown no more. Addresses that are not ours are left alone; the path tells which are, because the
 * service may have had another origin when the picture was sent.
 */
export async function dropImages(
  database: Database,
  projectId: string,
  urls: readonly (string | null)[],
): Promise<void> {
  const ids = urls.flatMap((url) => {
    const path = url !== null && URL.canParse(url) ? new URL(url).pathname : ''
    return pathOfImage.exec(path)?.[1] ?? []
  })
  if (ids.length === 0) return
  await database.deleteFrom('images').where('project_id', '=', projectId).where('id', 'in', ids).execute()
}

/** A query of the addresses of pictures that something shows. */
export type NamedImages = SelectQueryBuilder<AccountTables, never, { url: string | null }>

const idInAddress = '/images/[a-z-]+/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[.]'

/**
 * Removes pictures made before a moment that nothing names: of two changes at once, neither knows the picture of the
 * other. What is younger may belong to a change that is not committed yet.
 */
export async function deleteImagesNamedNowhere(
  database: Database,
  madeBefore: Date,
  named: readonly NamedImages[],
): Promise<void> {
  const ids = sql`select substring(url from ${idInAddress}::text) as id from (${sql.join(named, sql` union all `)}) as named`
  await database
    .deleteFrom('images')
    .where('created_at', '<', madeBefore)
    .where(sql<boolean>`not exists (select from (${ids}) as shown where shown.id = images.id::text)`)
    .execute()
}

/** Finds a picture by the parts of its address, or null. */
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
