export { serveUnsupportedFeatures } from './serve-unsupported-features.ts'
export { unsupportedFeatures } from './unsupported-features.ts'
