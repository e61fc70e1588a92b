/** A sensitive value as it leaves the house: this, and at most its last characters. Pure. */
export const mask = '****'
/** Whether a text is such a value, which comes back as it was shown. */
export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.startsWith(mask)
