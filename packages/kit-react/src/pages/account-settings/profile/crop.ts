/**
 * The part of a picture that is shown: its scale over the smallest one that fills the square, and its centre.
 */
export interface Crop {
  /** From 1 to {@link maxZoom}. */
  readonly zoom: number
  /** The centre as fractions of the width and the height. */
  readonly x: number
  readonly y: number
}

interface Size {
  readonly width: number
  readonly height: number
}

export const maxZoom = 4

export const initialCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 }

/** Returns the square of the picture that a crop shows, in pixels of the picture. */
export function toSquare({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom
  return { left: x * width - side / 2, top: y * height - side / 2, side }
}

/**
 * Returns the crop with its zoom and its centre moved into the allowed range, so that the square is inside
 * the picture.
 */
export function limitCrop({ width, height }: Size, crop: Crop): Crop {
  const zoom = clamp(crop.zoom, 1, maxZoom)
  const side = Math.min(width, height) / zoom
  const half = { x: side / 2 / width, y: side / 2 / height }
  return { zoom, x: clamp(crop.x, half.x, 1 - half.x), y: clamp(crop.y, half.y, 1 - half.y) }
}

function clamp(value: number, minimum: number, maximum: number): number {
  return Math.min(Math.max(value, minimum), maximum)
}
