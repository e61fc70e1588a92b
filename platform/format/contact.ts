/** Mail addresses and phone numbers as people type them. Pure. */

export const contactLengthMax = 100

export interface Contact {
  readonly kind: 'mail' | 'phone'
  /** a mail address in lower case, or a phone number without spaces and dashes */
  readonly value: string
}

/** One address without spaces, line ends, angle brackets or separators: nothing that could add a second receiver. */
export function isEmail(typed: string): boolean {
  return typed.length <= contactLengthMax && /^[^\s@<>,;:"'()[\]\\]+@[^\s@<>,;:"'()[\]\\.]+(?:\.[^\s@<>,;:"'()[\]\\.]+)+$/.test(typed)
}

/** A number of the mainland (11 digits, begins with 1; +86 is dropped) or an international one with its plus; null for anything else. */
export function phoneOf(typed: string): string | null {
  const plain = typed.replaceAll(/[\s-]/g, '').replace(/^(?:\+|00)86(?=1\d{10}$)/, '')
  return /^1[3-9]\d{9}$/.test(plain) || /^\+\d{6,15}$/.test(plain) ? plain : null
}

export function contactOf(typed: string): Contact | null {
  const trimmed = typed.trim()
  if (trimmed.includes('@')) return isEmail(trimmed) ? { kind: 'mail', value: trimmed.toLowerCase() } : null
  const phone = phoneOf(trimmed)
  return phone === null ? null : { kind: 'phone', value: phone }
}
