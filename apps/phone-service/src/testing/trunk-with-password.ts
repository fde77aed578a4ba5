/** The body of a request that adds a trunk on this machine, without registration. */
export const trunkWithPassword = {
  name: 'A provider',
  host: '127.0.0.1',
  port: 5060,
  transport: 'udp',
  username: 'ada',
  password: 'a long trunk password',
  registration: 'none',
  outboundProxy: null,
  mediaEncryption: 'off',
  numbers: [] as readonly string[],
}
