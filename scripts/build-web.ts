import { buildWebApps } from '../apps/parley/src/web-apps/build-web-apps.ts'

await buildWebApps((sentence) => console.log(sentence))
