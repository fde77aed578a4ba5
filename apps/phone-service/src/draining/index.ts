export { drainNode } from './drain-node.ts'
