export { getSandboxLibraryPath } from './library-path.ts'
export type { RenderResult } from './render-request.ts'
export {
  createSandbox,
  RenderingFailed,
  RenderingInterrupted,
  type Sandbox,
  type RenderSources,
} from './sandbox.ts'
