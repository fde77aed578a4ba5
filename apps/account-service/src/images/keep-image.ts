import { randomUUID } from 'node:crypto'
import { TextError } from '@parley/server/http'
import type { Access } from '../access/index.ts'
import type { Database } from '../database/index.ts'
import type { Services } from '../services.ts'
import { encodeImage, imageTypes } from './encode-image.ts'

/** What a picture shows; part of its address. */
export type ImageFolder = 'user-profile-images' | 'team-profile-images' | 'team-member-profile-images'

type Needs = Pick<Services, 'options' | 'now'>

/**
 * Makes of what somebody sends as a picture the address under which it is shown, within the caller's transaction. Data is
 * encoded anew and kept here. Back ends may name an address of the web, which is taken as it is. Null clears, and what was
 * left out stays left out.
 *
 * @throws {TextError} 400
 */
export async function keepImage(
  { options, now }: Needs,
  database: Database,
  { project, accessType }: Pick<Access, 'project' | 'accessType'>,
  folder: ImageFolder,
  sent: string | null | undefined,
): Promise<string | null | undefined> {
  if (sent === null || sent === undefined) return sent
  if (!sent.startsWith('data:')) {
    const isOfTheWeb = URL.canParse(sent) && /^https?:$/.test(new URL(sent).protocol)
    if (accessType !== 'client' && isOfTheWeb) return sent
    throw new TextError(400, 'An image must be a data URL of PNG, JPEG, GIF, BMP or WebP in Base64.')
  }
  const { format, bytes } = await encodeImage(sent)
  const id = randomUUID()
  await database
    .insertInto('images')
    .values({ id, project_id: project.id, folder, format, bytes, created_at: now() })
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
