import sharp from 'sharp'

/** Returns a square picture as data URL. */
export async function createPicture(sidePixels: number): Promise<string> {
  const size = { width: sidePixels, height: sidePixels }
  const picture = sharp({ create: { ...size, channels: 3, background: '#345' } })
  return `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`
}
