/**
 * A range of numbers that cost more than a call of the country does, which the metadata of libphonenumber may
 * not know.
 */
export interface PremiumRange {
  readonly callingCode: string
  /** Matched against the beginning of the number without country calling code. */
  readonly pattern: RegExp
  /** Digits without country calling code; with more digits the number is an ordinary one. */
  readonly maxDigits?: number
  readonly use: 'premium' | 'directory-assistance' | 'televoting'
  readonly source: string
}

/**
 * No row covers numbers that a switch routes elsewhere: surplus digits are ignored in open numbering plans.
 */
export const premiumRanges: readonly PremiumRange[] = [
  row('1', /^900/, 'premium', 'NANPA, numbering resources: 900 area code'),
  row('1', /^700/, 'premium', 'NANPA, numbering resources: 700 area code'),
  row('1', /^(\d{3})?976/, 'premium', 'NANPA, numbering resources: 976 exchange'),
  row('1', /^(\d{3})?5551212/, 'directory-assistance', 'ATIS-0300115, 555 line numbers'),
  row('30', /^118/, 'directory-assistance', 'EETT, Ethniko Schedio Arithmodotisis', 5),
  row('31', /^18/, 'directory-assistance', 'ACM, Nummerplan telefoon- en ISDN-diensten', 4),
  row('31', /^90[069]/, 'premium', 'ACM, Nummerplan telefoon- en ISDN-diensten'),
  row('32', /^(1[2-4]07|1313|1414)/, 'directory-assistance', 'BIPT, arrêté royal du 27 avril 2007'),
  row('32', /^90/, 'premium', 'BIPT, arrêté royal du 27 avril 2007'),
  row('33', /^118/, 'directory-assistance', 'ARCEP, décision 2018-0881', 8),
  row('33', /^89/, 'premium', 'ARCEP, décision 2018-0881'),
  row('34', /^118/, 'directory-assistance', 'Plan nacional de numeración, Real Decreto 2296/2004'),
  row('34', /^905/, 'televoting', 'Plan nacional de numeración, Real Decreto 2296/2004'),
  row('34', /^(803|806|807|907)/, 'premium', 'Plan nacional de numeración, Real Decreto 2296/2004'),
  row('351', /^118/, 'directory-assistance', 'ANACOM, Plano Nacional de Numeração'),
  row('351', /^(60[178]|64[68]|76[0-2])/, 'premium', 'ANACOM, Plano Nacional de Numeração'),
  row('353', /^118/, 'directory-assistance', 'ComReg, Numbering Conditions of Use'),
  row('353', /^15[1-9]/, 'premium', 'ComReg, Numbering Conditions of Use'),
  row('358', /^118/, 'directory-assistance', 'Traficom, Regulation 32'),
  // With 0100100, directory assistance.
  row('358', /^(1|6|7)00/, 'premium', 'Traficom, Regulation 32'),
  row('39', /^(12\d|412)/, 'directory-assistance', 'AGCOM, delibera 8/15/CIR'),
  row('39', /^89[2459]/, 'premium', 'AGCOM, delibera 8/15/CIR'),
  row('41', /^18/, 'directory-assistance', 'BAKOM, Nummerierungsplan E.164', 4),
  row('41', /^90[016]/, 'premium', 'BAKOM, Nummerierungsplan E.164'),
  row('43', /^118/, 'directory-assistance', 'RTR, KEM-V 2009'),
  row('43', /^(90[01]|93[019])/, 'premium', 'RTR, KEM-V 2009'),
  row('43', /^718/, 'premium', 'RTR, KEM-V 2009'),
  row('44', /^9/, 'premium', 'Ofcom, National Telephone Numbering Plan'),
  row('44', /^118/, 'directory-assistance', 'Ofcom, National Telephone Numbering Plan', 9),
  row('45', /^118/, 'directory-assistance', 'Den danske nummerplan', 4),
  row('45', /^90/, 'premium', 'Den danske nummerplan'),
  row('46', /^118/, 'directory-assistance', 'PTS, Svensk nummerplan', 7),
  row('46', /^(900|939|944|99)/, 'premium', 'PTS, Svensk nummerplan'),
  row('47', /^18/, 'directory-assistance', 'Nkom, Nummerplan E.164', 5),
  row('47', /^82/, 'premium', 'Nkom, Nummerplan E.164'),
  row('48', /^118/, 'directory-assistance', 'UKE, Plan numeracji krajowej'),
  row('48', /^70/, 'premium', 'UKE, Plan numeracji krajowej'),
  row('49', /^118/, 'directory-assistance', 'Bundesnetzagentur, Nummernplan Auskunftsdienste'),
  row('49', /^137/, 'televoting', 'Bundesnetzagentur, Nummernplan Massenverkehrsdienste'),
  row('49', /^900/, 'premium', 'Bundesnetzagentur, Nummernplan Premium-Dienste'),
  row('49', /^12/, 'premium', 'Bundesnetzagentur, Nummernplan Innovative Dienste'),
  row('61', /^12[2-5]/, 'directory-assistance', 'ACMA, Telecommunications Numbering Plan 2015'),
  row('61', /^19[01]/, 'premium', 'ACMA, Telecommunications Numbering Plan 2015'),
  row('90', /^118/, 'directory-assistance', 'BTK, Ulusal Numaralandırma Planı', 5),
]

/**
 * Returns whether a number is in a range of premium, directory-assistance or televoting numbers, also with
 * surplus digits.
 *
 * @param national the digits without country calling code.
 */
export function isInPremiumRange(callingCode: string, national: string): boolean {
  return premiumRanges.some(
    (range) =>
      range.callingCode === callingCode &&
      range.pattern.test(national) &&
      national.length <= (range.maxDigits ?? Number.POSITIVE_INFINITY),
  )
}

function row(
  callingCode: string,
  pattern: RegExp,
  use: PremiumRange['use'],
  source: string,
  maxDigits?: number,
): PremiumRange {
  return { callingCode, pattern, use, source, ...(maxDigits === undefined ? {} : { maxDigits }) }
}
