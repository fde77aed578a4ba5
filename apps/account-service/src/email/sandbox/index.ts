export { getSandboxLibraryPath } from './library-path.ts'
export type { RenderResult, RenderSources } from './render-request.ts'
export {
  createSandbox,
  maxHtmlLength,
  RenderingFailed,
  RenderingInterrupted,
  type Sandbox,
  type SandboxService,
} from './sandbox.ts'
