import type { managedProjects } from '@parley/contract/account'
import type { z } from 'zod'
import type { Database } from '../platform/database/index.ts'
import { plainTextError } from '../platform/errors/index.ts'
import type { Access } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteImages, encodeSentImage, type PreparedImage, storeImage } from '../users/images/index.ts'
import type { Logos } from './records/index.ts'

type LogoFields = Pick<z.infer<typeof managedProjects.updateProject.body>, keyof Logos | 'full_logo_url'>

type PreparedLogos = { readonly [Name in keyof Logos]: PreparedImage }

/**
 * Re-encodes the logos that a request sends. Call it before the transaction that stores them, because
 * encoding is slow.
 *
 * @throws {PlainTextError} 400 when one is neither a data URL nor the present URL; 429 when the owner sends
 * too many.
 */
export async function prepareLogos(
  services: Pick<Services, 'rateLimits'>,
  access: Access,
  before: Logos,
  sent: LogoFields,
): Promise<PreparedLogos> {
  const prepare = async (present: string | null, logo: string | null | undefined): Promise<PreparedImage> => {
    if (logo === null || logo === undefined || logo === present) return logo === present ? undefined : logo
    if (!logo.startsWith('data:')) throw plainTextError('imageFormat')
    return await encodeSentImage(services, access, logo)
  }
  const full = sent.logo_full_url === undefined ? sent.full_logo_url : sent.logo_full_url
  return {
    logo_url: await prepare(before.logo_url, sent.logo_url),
    logo_full_url: await prepare(before.logo_full_url, full),
    logo_dark_mode_url: await prepare(before.logo_dark_mode_url, sent.logo_dark_mode_url),
    logo_full_dark_mode_url: await prepare(before.logo_full_dark_mode_url, sent.logo_full_dark_mode_url),
  }
}

/**
 * Stores prepared logos and deletes those that they replace, within the caller's transaction. Returns all
 * logos.
 */
export async function storeLogos(
  services: Pick<Services, 'options' | 'now'>,
  transaction: Database,
  projectId: string,
  { before, prepared }: { readonly before: Logos; readonly prepared: PreparedLogos },
): Promise<Logos> {
  const store = async (name: keyof Logos): Promise<string | null> => {
    const url = await storeImage(services, transaction, projectId, 'project-logos', prepared[name])
    if (url === undefined) return before[name]
    await deleteImages(transaction, projectId, [before[name]])
    return url
  }
  return {
    logo_url: await store('logo_url'),
    logo_full_url: await store('logo_full_url'),
    logo_dark_mode_url: await store('logo_dark_mode_url'),
    logo_full_dark_mode_url: await store('logo_full_dark_mode_url'),
  }
}
