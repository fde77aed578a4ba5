/**
 * Emergency numbers with the countries that have them, besides those of all countries. A number is not limited to these
 * countries, because it can be used for no other call: a visitor may dial the number of their home country, and reads that
 * it cannot be called. Those without a country are test numbers, and numbers for help of other kinds.
 */
const countriesByNumber = new Map(
  `
  000 AU CC CX PG
  061 ES
  066 MX
  068 MX
  08
  100 AF AR AW BD BE GR IL IN IQ MN NP PS
  101 AM AR AZ BD BE BY EC IL IN KG KZ LT MN NP PS RU TJ UA
  10111 NA ZA
  10177 ZA
  102 AF AM AZ BD BY EC IL IN KG KZ LT MN MV NP PS RU TJ UA
  103 AM AR AZ BY KG KZ LT MN NP RU TJ UA
  104 CU HU IQ
  106 AR AU CU
  107 AR HU
  108 GR IN
  110 AD BO BT CI CN DE EE GT ID IR JM JP LK LV NO NR PG SJ SY TR TW TZ
  111 CI GE NR NZ PG RW TZ
  1122 PK
  113 AO BI BT CD CM ER GE GW ID IT LU LV NO SI SJ SM SY VA VN
  114 CD DK ER FO FR HT KE MU TZ VN
  115 AO IQ IR IT LS MU NI PK PT SM SR TL TZ VA VN
  116 AD ER GM LK PE
  117 BI BJ CF CG CH CM GM GW KH LI LS MG MZ PE PH TG
  118 AD BJ BO CD CF CG CH GM GW HT ID IT JP KH LI LK MG MV NE NI SM TG VA
  119 AF BO CN CO ID JM JP KH KP KR LK MV MZ TW
  120 CN GT NI
  121
  122 AT BA CN EG GE IQ ME
  123 BA CO EG GT ME
  124 BA ME
  125 IR
  126
  127 AL
  128 AL BR NI PY UY
  129 AL
  130 CV
  131 CL CV
  132 CL CO CV
  133 AT CL
  143
  144 AT CH LI
  150 BG CZ SK
  155 CZ SK TR
  156 CO CZ TR
  158 CZ SK TR
  166 BG GR
  1669 TH
  180 CI EG
  185
  190 BR GI LA LY TN
  191 BR GH JO LA LY TH YE
  192 BR GH HR JO KI MK XK
  193 BR GH HR KI LY MK XK
  194 BR HR KI MK XK YE
  195 KI LA YE
  196 FR
  197 JO MZ TN
  198 MZ TN
  199 BD BH BR CY GI GR HN MM MW NG TH YE
  666 KH
  777
  811
  900
  901 MD
  902 MD
  903 MD
  907
  912 GY
  913 GY SV
  915
  933 TO
  977 NF
  988 CA US
  991 BN ET ZM
  992 HK KI
  993 BN KI SG ZM ZW
  994 KI WS ZW
  995 BN MU SG WS ZW
  996 CK WS
  997 AE BW ET MW PL SA
  998 AE BW CK MW PL
  999 AC AE AG BD BH BW CK DM FK GB GG GH HK IE IM JE KE KN LB LC MO MS MU MW MY NU PL QA SA SB SC SD SG SH SL SO SS SZ TC TO TT TZ UG VC VG WS ZM ZW
  `
    .trim()
    .split('\n')
    .map((line) => {
      const [number = '', ...countries] = line.trim().split(' ')
      return [number, countries] as const
    }),
)

/** Mobile phones call these in each country; 3GPP TS 22.101, section 10.1.1. */
const numbersOfAllCountries = ['112', '911']

/** Prefixes for an outside line, as in many private branch exchanges, and for international calls. */
const outsideLinePrefixes = ['0', '9', '00', '1', '011']

/** Numbers of providers that read back the address of the caller. They are in the table above too. */
const emergencyTestNumbers = ['933']

export function isEmergencyTestNumber(digits: string): boolean {
  return emergencyTestNumbers.includes(digits)
}

/** Returns whether a number without a prefix is an emergency number of a country. */
export function isEmergencyNumberIn(country: string, number: string): boolean {
  return numbersOfAllCountries.includes(number) || (countriesByNumber.get(number)?.includes(country) ?? false)
}

/**
 * Returns the emergency number of any country that `digits` (without a plus sign) are, without a prefix; null for others.
 *
 * @param callingCode country calling code of a number in international form, as in `+1 911`; else null.
 */
export function findEmergencyNumber(digits: string, callingCode: string | null): string | null {
  if (callingCode !== null && digits.startsWith(callingCode)) {
    const national = digits.slice(callingCode.length)
    return isEmergencyNumber(national) ? national : null
  }
  if (isEmergencyNumber(digits)) return digits
  // Only before three digits, so that the short subscriber numbers of small countries stay callable.
  const isAfterPrefix = digits.length > 3 && outsideLinePrefixes.includes(digits.slice(0, -3))
  return isAfterPrefix && isEmergencyNumber(digits.slice(-3)) ? digits.slice(-3) : null
}

function isEmergencyNumber(digits: string): boolean {
  return numbersOfAllCountries.includes(digits) || countriesByNumber.has(digits)
}
