import { PlainTextError } from '@parley/server/http'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { type CliLogin, findCliLogin } from './cli-logins.ts'

/** @throws {PlainTextError} 400 for a login that is unknown, expired or already approved. */
export async function findOpenLogin(
  { database, now }: Pick<Services, 'database' | 'now'>,
  project: Project,
  loginCode: string,
): Promise<CliLogin> {
  const login = await findCliLogin(database, project.id, { loginCode: loginCode.toLowerCase() })
  if (!login || login.completedAt !== null || login.expiresAt <= now()) throw loginNotOpen()
  return login
}

export function loginNotOpen(): PlainTextError {
  return new PlainTextError(
    400,
    'This login does not exist, has expired, or has already been approved. Start it again.',
  )
}
