/** Numbers of books. Pure. */

/** The 13 digits of an ISBN, however it is written (hyphens, blanks, the older 10 digits); null where it is none. */
export function isbnOf(text: string): string | null {
  const plain = text.replaceAll(/[\s-]/g, '').toUpperCase()
  if (/^97[89]\d{10}$/.test(plain)) return checkDigit(plain.slice(0, 12)) === plain[12] ? plain : null
  if (!/^\d{9}[\dX]$/.test(plain)) return null
  const sum = [...plain].reduce((total, digit, at) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - at), 0)
  const body = `978${plain.slice(0, 9)}`
  return sum % 11 === 0 ? body + checkDigit(body) : null
}

function checkDigit(body: string): string {
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}
