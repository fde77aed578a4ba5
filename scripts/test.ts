import { installDebianPackages } from './debian-packages.ts'
import { conclude, runVitest } from './run-vitest.ts'

/**
 * `npm test [path]`: unit and service tests on the embedded database, then the journeys in a real browser.
 *
 * What needs a program that this machine has not and may not install fails where it is needed; in CI a test that was
 * left out fails the run as well.
 */
const paths = process.argv.slice(2)
const missing = installDebianPackages()
if (missing.length > 0) {
  console.log(`Tests that need ${missing.join(', ')} will fail: install these Debian packages to run them.`)
}

const journeys = paths.filter((path) => /^e2e(\/|$)/.test(path))
const tests = paths.filter((path) => !journeys.includes(path))
const everything = paths.length === 0

conclude([
  ...(everything || tests.length > 0 ? [runVitest('tests', tests)] : []),
  ...(everything || journeys.length > 0
    ? [
        runVitest('journeys', [
          '--config',
          'e2e/vitest.config.ts',
          ...journeys.map((path) => path.replace(/^e2e\/?/, '')),
        ]),
      ]
    : []),
])
