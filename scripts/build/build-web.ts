import { sandboxLibrary } from '../apps/account-service/src/email-sandbox/index.ts'
import { buildWebApps } from '../apps/parley/src/web-apps/build-web-apps.ts'

await buildWebApps((sentence) => console.log(sentence))
await sandboxLibrary()
