import { clip16 } from '../audio/frame.ts'

/**
 * State of one G.722 sub-band: an adaptive quantizer and an adaptive predictor (two poles, six zeros) in
 * 16-bit arithmetic.
 */
export interface G722Band {
  /** The predicted next sample. */
  predicted: number
  zeroPart: number
  readonly reconstructed: Int32Array
  readonly partial: Int32Array
  readonly poles: Int32Array
  readonly zeros: Int32Array
  readonly differences: Int32Array
  logStep: number
  step: number
}

interface BandTable {
  readonly firstStep: number
  /** Upper bound of each quantization level, in 1/4096 of the step size. */
  readonly thresholds: readonly number[]
  readonly positiveCodes: readonly number[]
  readonly negativeCodes: readonly number[]
  /** Dequantized output of each code, in 1/32768 of the step size. */
  readonly outputLevels: readonly number[]
  /** The same for the predictor, which uses only the upper bits of a code. */
  readonly predictorShift: number
  readonly predictor: readonly number[]
  /** Change of the logarithmic step size for each predictor code. */
  readonly logStepMoves: readonly number[]
  readonly logStepLimit: number
  readonly logStepShift: number
}

const lowerBandStepMoves = [-60, 3042, 1198, 538, 334, 172, 58, -30]

/** G.722 tables 14 to 18. */
export const lowerBand: BandTable = {
  firstStep: 32,
  thresholds: [
    0, 35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714, 786, 858, 940, 1023, 1121,
    1219, 1339, 1458, 1612, 1765, 1980, 2195, 2557, 2919,
  ],
  positiveCodes: [
    0, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36,
    35, 34, 33, 32,
  ],
  negativeCodes: [
    0, 63, 62, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8,
    7, 6, 5, 4,
  ],
  outputLevels: [
    -136, -136, -136, -136, -24808, -21904, -19008, -16704, -14984, -13512, -12280, -11192, -10232, -9360,
    -8576, -7856, -7192, -6576, -6000, -5456, -4944, -4464, -4008, -3576, -3168, -2776, -2400, -2032, -1688,
    -1360, -1040, -728, 24808, 21904, 19008, 16704, 14984, 13512, 12280, 11192, 10232, 9360, 8576, 7856, 7192,
    6576, 6000, 5456, 4944, 4464, 4008, 3576, 3168, 2776, 2400, 2032, 1688, 1360, 1040, 728, 432, 136, -432,
    -136,
  ],
  predictorShift: 2,
  predictor: [
    0, -20456, -12896, -8968, -6288, -4240, -2584, -1200, 20456, 12896, 8968, 6288, 4240, 2584, 1200, 0,
  ],
  logStepMoves: [...lowerBandStepMoves, ...lowerBandStepMoves.slice(1), -60],
  logStepLimit: 18_432,
  logStepShift: 8,
}

/** G.722 tables 19 to 21. */
export const higherBand: BandTable = {
  firstStep: 8,
  thresholds: [0, 564],
  positiveCodes: [0, 3, 2],
  negativeCodes: [0, 1, 0],
  outputLevels: [-7408, -1616, 7408, 1616],
  predictorShift: 0,
  predictor: [-7408, -1616, 7408, 1616],
  logStepMoves: [798, -214, 798, -214],
  logStepLimit: 22_528,
  logStepShift: 10,
}

/** 2048 * 2^(i/32). */
const powers = Int32Array.from({ length: 32 }, (_, i) => Math.floor(2048 * 2 ** (i / 32)))

export function createBand(step: number): G722Band {
  return {
    predicted: 0,
    zeroPart: 0,
    reconstructed: new Int32Array(3),
    partial: new Int32Array(3),
    poles: new Int32Array(3),
    zeros: new Int32Array(7),
    differences: new Int32Array(7),
    logStep: 0,
    step,
  }
}

/** Decodes one code to a sample of this sub-band and updates the predictor. */
export function receiveBand(band: G722Band, table: BandTable, code: number): number {
  const sample = band.predicted + ((band.step * table.outputLevels[code]!) >> 15)
  const predictorCode = code >> table.predictorShift
  const difference = (band.step * table.predictor[predictorCode]!) >> 15

  const logStep = ((band.logStep * 127) >> 7) + table.logStepMoves[predictorCode]!
  band.logStep = logStep < 0 ? 0 : logStep > table.logStepLimit ? table.logStepLimit : logStep
  const shift = table.logStepShift - (band.logStep >> 11)
  const power = powers[(band.logStep >> 6) & 31]!
  band.step = (shift < 0 ? power << -shift : power >> shift) << 2

  adaptPredictor(band, difference)

  return sample < -16_384 ? -16_384 : sample > 16_383 ? 16_383 : sample
}

/** G.722, section 6.2.1, block 4: adapts the pole and zero sections to the quantized difference. */
function adaptPredictor(band: G722Band, difference: number): void {
  const { reconstructed, partial, differences } = band
  reconstructed[0] = clip16(band.predicted + difference)
  partial[0] = clip16(band.zeroPart + difference)
  differences[0] = difference
  adaptPoles(band.poles, partial)
  band.zeroPart = adaptZeros(band.zeros, differences)

  reconstructed[2] = reconstructed[1]!
  reconstructed[1] = reconstructed[0]!
  partial[2] = partial[1]!
  partial[1] = partial[0]!
  const first = (band.poles[1]! * clip16(2 * reconstructed[1]!)) >> 15
  const second = (band.poles[2]! * clip16(2 * reconstructed[2]!)) >> 15
  band.predicted = clip16(clip16(first + second) + band.zeroPart)
}

function adaptPoles(poles: Int32Array, partial: Int32Array): void {
  const hasSignOfFirst = partial[0]! >> 15 === partial[1]! >> 15
  const hasSignOfSecond = partial[0]! >> 15 === partial[2]! >> 15
  const pull = clip16(4 * poles[1]!)
  const towards = (hasSignOfFirst ? Math.min(-pull, 32_767) : pull) >> 7
  const second = towards + (hasSignOfSecond ? 128 : -128) + ((poles[2]! * 32_512) >> 15)
  poles[2] = second < -12_288 ? -12_288 : second > 12_288 ? 12_288 : second

  const first = clip16((hasSignOfFirst ? 192 : -192) + ((poles[1]! * 32_640) >> 15))
  const limit = clip16(15_360 - poles[2]!)
  poles[1] = first > limit ? limit : first < -limit ? -limit : first
}

/** Adapts the zero section, shifts the difference history, and returns the zero section's prediction. */
function adaptZeros(zeros: Int32Array, differences: Int32Array): number {
  const sign = differences[0]! >> 15
  const move = differences[0] === 0 ? 0 : 128
  let sum = 0
  for (let i = 6; i > 0; i--) {
    const towards = differences[i]! >> 15 === sign ? move : -move
    zeros[i] = clip16(towards + ((zeros[i]! * 32_640) >> 15))
    differences[i] = differences[i - 1]!
    sum += (zeros[i]! * clip16(2 * differences[i]!)) >> 15
  }
  return clip16(sum)
}
