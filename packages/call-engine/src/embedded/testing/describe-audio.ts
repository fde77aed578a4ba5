/** Returns a session description that offers PCMU at an address. */
export function describeAudio(address: string, port: number): string {
  return [
    'v=0',
    `o=- 4711 1 IN IP4 ${address}`,
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    `m=audio ${port} RTP/AVP 0`,
    'a=rtpmap:0 PCMU/8000',
    '',
  ].join('\r\n')
}
