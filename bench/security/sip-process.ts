import { join } from 'node:path'

/**
 * `node sip-process.ts ROOT PORT`: listens for SIP with the call engine of the sources in ROOT, which may be
 * of another commit, and has one trunk at 127.0.0.2.
 */
const [root = '', port = ''] = process.argv.slice(2)
const { createEmbeddedEngine } = await import(join(root, 'packages/call-engine/src/index.ts'))

const engine = await createEmbeddedEngine({
  sipHost: '127.0.0.1',
  sipPort: Number(port),
  mediaPort: 0,
  mediaProcesses: 1,
})
await engine.useTrunk({
  id: 'trunk',
  host: '127.0.0.2',
  port: 5060,
  transport: 'udp',
  username: null,
  password: null,
  registration: 'none',
  outboundProxy: null,
  mediaEncryption: 'off',
  codecs: ['PCMU'],
  numbers: ['+15550100'],
})
process.once('SIGTERM', () => process.exit(0))
console.log('ready')
