/** What a value of a choice means at a glance, beside its words: a coloured mark wherever the value is shown, and in exports. */
export const tones = ['quiet', 'info', 'good', 'warn', 'bad'] as const
/** quiet: over, or not begun; info: under way; good: reached; warn: somebody must act; bad: failed, refused, late. */
export type Tone = (typeof tones)[number]
