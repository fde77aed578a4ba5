/**
 * Emergency numbers of all countries: a visitor may dial the number of their home country. The list is not
 * limited to the country of the workspace, because none of these numbers can be used for any other call.
 */
const emergencyNumbers = new Set(
  (
    '000 061 066 068 08 100 101 102 103 104 106 107 108 110 111 112 113 114 115 116 117 118 119 120 121 122 123 ' +
    '124 125 126 127 128 129 130 131 132 133 143 144 150 155 156 158 166 180 185 190 191 192 193 194 195 196 197 198 199 ' +
    '666 777 811 900 901 902 903 907 911 912 913 915 933 977 988 991 992 993 994 995 996 997 998 999 1122 1669 10111 10177'
  ).split(' '),
)

/** Prefixes for an outside line, as in many private branch exchanges, and for international calls. */
const outsideLinePrefixes = ['0', '9', '00', '1', '011']

/** Numbers of providers that read back the address of the caller. They are in the list above too. */
const emergencyTestNumbers = ['933']

export function isEmergencyTestNumber(digits: string): boolean {
  return emergencyTestNumbers.includes(digits)
}

/**
 * Returns the emergency number that `digits` (without a plus sign) are, without a prefix; null for others.
 *
 * @param callingCode country calling code of a number in international form, as in `+1 911`; else null.
 */
export function findEmergencyNumber(digits: string, callingCode: string | null): string | null {
  if (callingCode !== null && digits.startsWith(callingCode)) {
    const national = digits.slice(callingCode.length)
    return emergencyNumbers.has(national) ? national : null
  }
  if (emergencyNumbers.has(digits)) return digits
  // Only before three digits, so that the short subscriber numbers of small countries stay callable.
  const isAfterPrefix = digits.length > 3 && outsideLinePrefixes.includes(digits.slice(0, -3))
  return isAfterPrefix && emergencyNumbers.has(digits.slice(-3)) ? digits.slice(-3) : null
}
