/** Values typed or pasted into the batch box. Pure. */

/** The server takes no more values in one condition (platform/server/lists/conditions.ts). */
export const batchValuesMax = 5_000

/** Values separated by comma, space or newline, each once, in the order typed. */
export const batchValues = (text: string): readonly string[] => [...new Set(text.split(/[\s,，]+/u).filter(one => one !== ''))]
