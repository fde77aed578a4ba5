import { required } from '@parley/primitives'
import { Button, Callout, Dialog } from '@parley/ui'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { type Crop, initialCrop, limitCrop, maxZoom, toSquare } from './crop.ts'

interface CropDialogProps {
  bitmap: ImageBitmap
  onCancel: () => void
  /** Receives the cropped picture as a data URL. */
  onCropped: (dataUrl: string) => void
}

/** Of the stored picture and of the drawing, in pixels. */
const sidePixels = 512
const keyStep = 0.05

/** Crops a picture to a square: by dragging it, and with the keyboard. */
export function CropDialog({ bitmap, onCancel, onCropped }: CropDialogProps) {
  const { t } = useSettingsTexts()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [crop, setCrop] = useState(() => limitCrop(bitmap, initialCrop))
  const [hasFailed, setHasFailed] = useState(false)
  const move = (next: Crop) => setCrop(limitCrop(bitmap, next))

  const save = () => {
    try {
      onCropped(required(canvas.current, 'the canvas').toDataURL('image/jpeg', 0.9))
    } catch {
      setHasFailed(true)
    }
  }

  return (
    <Dialog isOpen onClose={onCancel} title={t('profile.crop')} description={t('profile.crop-advice')}>
      {hasFailed && (
        <Callout tone="danger" role="alert" title={t('profile.crop-failed')}>
          {t('profile.crop-failed-advice')}
        </Callout>
      )}
      <CropCanvas
        ref={canvas}
        bitmap={bitmap}
        crop={crop}
        onMove={move}
        onFailed={() => setHasFailed(true)}
      />
      <label className="grid gap-1.5 text-small font-medium">
        {t('profile.zoom')}
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.1}
          value={crop.zoom}
          onChange={(event) => move({ ...crop, zoom: Number(event.target.value) })}
          className="accent-accent"
        />
      </label>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t('page.cancel')}</Button>
        <Button variant="primary" onClick={save}>
          {t('page.save')}
        </Button>
      </div>
    </Dialog>
  )
}

interface CropCanvasProps {
  ref: RefObject<HTMLCanvasElement | null>
  bitmap: ImageBitmap
  crop: Crop
  onMove: (crop: Crop) => void
  /** Called if the browser cannot draw. */
  onFailed: () => void
}

/** The shown part of the picture. It is moved by dragging and with the keyboard. */
function CropCanvas({ ref, bitmap, crop, onMove, onFailed }: CropCanvasProps) {
  const { t } = useSettingsTexts()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another callback is no reason to draw.
  useEffect(() => {
    if (!draw(ref.current, bitmap, crop)) onFailed()
  }, [bitmap, crop])

  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return
    const perPixel = toSquare(bitmap, crop).side / event.currentTarget.clientWidth
    onMove({
      ...crop,
      x: crop.x - (event.movementX * perPixel) / bitmap.width,
      y: crop.y - (event.movementY * perPixel) / bitmap.height,
    })
  }
  const press = (event: KeyboardEvent) => {
    const next = moveByKey(event.key, crop)
    if (!next) return
    event.preventDefault()
    onMove(next)
  }
  return (
    <canvas
      ref={ref}
      width={sidePixels}
      height={sidePixels}
      tabIndex={0}
      role="img"
      aria-label={t('profile.crop')}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
      className="mx-auto aspect-square w-64 max-w-full cursor-move touch-none rounded-full"
    />
  )
}

function moveByKey(key: string, crop: Crop): Crop | null {
  switch (key) {
    case 'ArrowLeft':
      return { ...crop, x: crop.x - keyStep }
    case 'ArrowRight':
      return { ...crop, x: crop.x + keyStep }
    case 'ArrowUp':
      return { ...crop, y: crop.y - keyStep }
    case 'ArrowDown':
      return { ...crop, y: crop.y + keyStep }
    case '+':
      return { ...crop, zoom: crop.zoom + 0.1 }
    case '-':
      return { ...crop, zoom: crop.zoom - 0.1 }
    default:
      return null
  }
}

/** Returns false if the browser cannot draw. */
function draw(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap, crop: Crop): boolean {
  const context = canvas?.getContext('2d')
  if (!context) return false
  const { left, top, side } = toSquare(bitmap, crop)
  // JPEG has no transparency.
  context.fillStyle = 'white'
  context.fillRect(0, 0, sidePixels, sidePixels)
  context.drawImage(bitmap, left, top, side, side, 0, 0, sidePixels, sidePixels)
  return true
}
