/** A repeating cadence of simultaneous frequencies. */
export interface Cadence {
  readonly frequenciesHz: readonly number[]
  /** Durations in milliseconds: on, off, on, off… */
  readonly pattern: readonly number[]
}

export interface CountryTones {
  readonly ringback: Cadence
  readonly busy: Cadence
  readonly congestion: Cadence
}

const europe = (ringbackOnMs: number, ringbackOffMs: number): CountryTones => ({
  ringback: { frequenciesHz: [425], pattern: [ringbackOnMs, ringbackOffMs] },
  busy: { frequenciesHz: [425], pattern: [480, 480] },
  congestion: { frequenciesHz: [425], pattern: [240, 240] },
})

const northAmerica: CountryTones = {
  ringback: { frequenciesHz: [440, 480], pattern: [2_000, 4_000] },
  busy: { frequenciesHz: [480, 620], pattern: [500, 500] },
  congestion: { frequenciesHz: [480, 620], pattern: [250, 250] },
}

/** By ISO 3166 alpha-2 code. Source: ITU-T E.180 Supplement 2. */
const tonesByCountry: Readonly<Record<string, CountryTones>> = {
  US: northAmerica,
  CA: northAmerica,
  GB: {
    ringback: { frequenciesHz: [400, 450], pattern: [400, 200, 400, 2_000] },
    busy: { frequenciesHz: [400], pattern: [375, 375] },
    congestion: { frequenciesHz: [400], pattern: [400, 350, 225, 525] },
  },
  DE: europe(1_000, 4_000),
  AT: europe(1_000, 5_000),
  CH: europe(1_000, 4_000),
  ES: europe(1_500, 3_000),
  MX: europe(1_000, 4_000),
  FR: {
    ringback: { frequenciesHz: [440], pattern: [1_500, 3_500] },
    busy: { frequenciesHz: [440], pattern: [500, 500] },
    congestion: { frequenciesHz: [440], pattern: [250, 250] },
  },
}

export function tonesForCountry(country: string): CountryTones {
  return tonesByCountry[country] ?? northAmerica
}

const rowsHz = [697, 770, 852, 941]
const columnsHz = [1209, 1336, 1477, 1633]

/** Returns the two frequencies of a digit (ITU-T Q.23), or null for any other character. */
export function keyFrequencies(digit: string): readonly [number, number] | null {
  const at = digit.length === 1 ? '123A456B789C*0#D'.indexOf(digit) : -1
  const [rowHz, columnHz] = [rowsHz[Math.floor(at / 4)], columnsHz[at % 4]]
  return rowHz === undefined || columnHz === undefined ? null : [rowHz, columnHz]
}
