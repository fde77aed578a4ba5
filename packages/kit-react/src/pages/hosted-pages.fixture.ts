export { StackProvider } from '../provider/stack-provider.tsx'
export { StackHandler } from './stack-handler.tsx'
