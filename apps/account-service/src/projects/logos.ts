import type { managedProjects } from '@parley/contract/account'
import type { z } from 'zod'
import type { Database } from '../platform/database/index.ts'
import { plainTextError } from '../platform/errors/index.ts'
import type { Services } from '../services.ts'
import { deleteImages, encodeImage, type PreparedImage, storeImage } from '../users/images/index.ts'
import type { Logos } from './records/index.ts'

type LogoFields = Pick<z.infer<typeof managedProjects.updateProject.body>, keyof Logos | 'full_logo_url'>

type PreparedLogos = { readonly [Name in keyof Logos]: PreparedImage }

/**
 * Re-encodes the logos that a request sends. Call it before the transaction that stores them, because
 * encoding is slow.
 *
 * @throws {PlainTextError} 400 when one is neither a data URL nor the present URL.
 */
export async function prepareLogos(
  projectId: string,
  before: Logos,
  sent: LogoFields,
): Promise<PreparedLogos> {
  const full = sent.logo_full_url === undefined ? sent.full_logo_url : sent.logo_full_url
  return {
    logo_url: await prepareLogo(projectId, before.logo_url, sent.logo_url),
    logo_full_url: await prepareLogo(projectId, before.logo_full_url, full),
    logo_dark_mode_url: await prepareLogo(projectId, before.logo_dark_mode_url, sent.logo_dark_mode_url),
    logo_full_dark_mode_url: await prepareLogo(
      projectId,
      before.logo_full_dark_mode_url,
      sent.logo_full_dark_mode_url,
    ),
  }
}

async function prepareLogo(
  projectId: string,
  before: string | null,
  sent: string | null | undefined,
): Promise<PreparedImage> {
  if (sent === null || sent === undefined || sent === before) return sent === before ? undefined : sent
  if (!sent.startsWith('data:')) throw plainTextError('imageFormat')
  return await encodeImage(sent, projectId)
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
