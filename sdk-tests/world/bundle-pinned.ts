import type { TestProject } from 'vitest/node'
import { bundleClients } from './bundle-clients.ts'
import { pinnedClients } from './clients.ts'

/** Global setup of the required tests. */
export default (project: TestProject) => bundleClients(project, pinnedClients)
