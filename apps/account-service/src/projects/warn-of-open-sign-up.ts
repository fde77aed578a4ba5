import type { Services } from '../services.ts'
import { findProject } from './records/index.ts'
import { phoneProjectId } from './seed.ts'

/**
 * Warns that everyone can sign up to the phone of an installation that others can reach. An installation
 * that began on loopback stays open when it gets a public URL.
 */
export async function warnOfOpenSignUp({
  database,
  log,
  options,
}: Pick<Services, 'database' | 'log' | 'options'>): Promise<void> {
  if (options.initialPhoneSignUp === 'open') return
  const project = await findProject(database, phoneProjectId)
  if (project?.settings.sign_up_mode === 'open')
    log.warn('sign_up.open', { url: options.phoneUrl, setting: 'PARLEY_PHONE_SIGN_UP=invited closes it' })
}
