import type { TestProject } from 'vitest/node'
import { bundleClients } from './bundle-clients.ts'
import { pinnedClients } from './clients.ts'

/** Global set-up of the tests that have to pass. */
export default (project: TestProject) => bundleClients(project, pinnedClients)
