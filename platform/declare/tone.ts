/** What a value of a choice means at a glance, beside its words: a coloured mark wherever the value is shown, and in exports. */
export const tones = ['quiet', 'info', 'good', 'warn', 'bad'] as const
/**
 * quiet: over, or not begun; info: under way; good: reached; warn: somebody must do something; bad: failed, refused, late. A value
 * without a tone says nothing of the kind.
 */
export type Tone = (typeof tones)[number]
