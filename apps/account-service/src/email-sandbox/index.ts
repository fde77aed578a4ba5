export { sandboxLibrary } from './library-file.ts'
export type { SandboxResult } from './order.ts'
export {
  createSandbox,
  RenderingFailed,
  RenderingInterrupted,
  type Sandbox,
  type SandboxSources,
} from './sandbox.ts'
