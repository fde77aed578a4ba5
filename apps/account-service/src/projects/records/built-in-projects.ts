import type { Project } from './config.ts'

/** The project whose users own projects. */
export const internalProjectId = 'internal'

/** The phone's project; its id is the same in every installation. */
export const phoneProjectId = 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94'

/** Returns whether a project belongs to the operator. The owners of other projects may be strangers. */
export function isBuiltInProject({ id }: Pick<Project, 'id'>): boolean {
  return id === internalProjectId || id === phoneProjectId
}
