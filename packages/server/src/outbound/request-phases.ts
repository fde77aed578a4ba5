export interface PhaseLimits {
  /** The receiver accepts a further part of the body in this time. Default: no limit but that of the whole request. */
  readonly uploadStallMs?: number
  /** From the last byte of the body to the last one of the response. Default: no limit but that of the whole request. */
  readonly responseMs?: number
}

interface RequestPhases {
  /** Called when the receiver has accepted a part of the body. */
  sendPart(): void
  /** Called when the receiver has accepted the whole body. */
  endBody(): void
  end(): void
}

/** Calls `onLate` when a phase of a request takes too long. */
export function watchPhases({ uploadStallMs, responseMs }: PhaseLimits, onLate: () => void): RequestPhases {
  let timer: NodeJS.Timeout | null = null
  let isUploading = true
  const start = (ms: number | undefined) => {
    if (timer) clearTimeout(timer)
    timer = ms === undefined ? null : setTimeout(onLate, ms)
  }
  start(uploadStallMs)
  return {
    sendPart: () => void (isUploading && timer?.refresh()),
    endBody() {
      isUploading = false
      start(responseMs)
    },
    end() {
      isUploading = false
      start(undefined)
    },
  }
}
