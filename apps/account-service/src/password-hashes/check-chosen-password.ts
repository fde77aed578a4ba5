import { KnownError } from '@parley/contract'
import { password } from '@parley/contract/account'
import type { Project } from '../projects/index.ts'
import { isGuessable } from './guessable.ts'

const { max } = password.passwordLength

export interface ChosenPassword {
  readonly project: Pick<Project, 'displayName' | 'settings'>
  readonly typed: string
  /** Address and name of the one who chooses, as far as they are known. */
  readonly person: readonly (string | null)[]
}

/**
 * Judges a password that somebody chooses for themselves.
 *
 * @throws {KnownError} PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG; SCHEMA_ERROR for one that is guessed first.
 */
export async function checkChosenPassword({ project, typed, person }: ChosenPassword): Promise<void> {
  checkPasswordLength(project, typed)
  if (await isGuessable(typed, [project.displayName, ...person]))
    throw new KnownError('SCHEMA_ERROR', {
      message: 'This password is one of those that are guessed first. Choose another.',
    })
}

/** @throws {KnownError} PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG */
export function checkPasswordLength({ settings }: Pick<Project, 'settings'>, typed: string): void {
  const min = settings.password_minimum
  if (typed.length < min) throw new KnownError('PASSWORD_TOO_SHORT', { min_length: min })
  if (typed.length > max) throw new KnownError('PASSWORD_TOO_LONG', { maxLength: max })
}
