import { describe } from 'vitest'
import { startSite } from './start-site.ts'
import { testApplication } from './test-application.ts'
import { nextVersions } from './versions.ts'

describe.each(nextVersions)('%s in Next.js 16.4.5', (version) => {
  testApplication((apiUrl, project) =>
    startSite(import.meta.dirname, apiUrl, project, { STACK_CLIENT: version }),
  )
})
