export { getSandboxLibraryPath } from './library-path.ts'
export type { RenderResult } from './render-request.ts'
export {
  createSandbox,
  RenderingFailed,
  RenderingInterrupted,
  type RenderSources,
  type Sandbox,
} from './sandbox.ts'
