export { getSandboxLibraryPath } from './library-path.ts'
export type { RenderResult, RenderSources } from './render-request.ts'
export {
  createSandbox,
  RenderingFailed,
  RenderingInterrupted,
  type Sandbox,
  type SandboxService,
} from './sandbox.ts'
