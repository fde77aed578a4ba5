import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { getSandboxLibraryPath } from '../../apps/account-service/src/email/sandbox/index.ts'
import { buildWebApps } from '../../apps/parley/src/web-apps/build-web-apps.ts'

/** `npm run prepare`, which npm runs at the end of an installation. */
await buildWebApps((sentence) => console.log(sentence))
await getSandboxLibraryPath()

// 67 MB of C++ headers come with Node's program. Only packages that are compiled here would need them.
if (/node_modules\/node-linux-[^/]+\/bin$/.test(dirname(process.execPath)))
  await rm(join(dirname(process.execPath), '../include'), { recursive: true, force: true })
