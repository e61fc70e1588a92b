/** The words of a bridge between two clocks. Pure. */
/** The day in the books, where it stands among other clocks. */
export const ownClock = 'booked'
/**
 * What a line is of a bridge between two clocks: in the sum by the first, in the sum by the second, and where its months differ what leaves
 * the month of the first and comes to that of the second.
 */
export const bridgeParts = { from: 1, to: 2, out: 3, in: 4 } as const
export type BridgePart = keyof typeof bridgeParts
/** Where the other clock has it: what leaves a month and what comes to one. */
export const bridgeCauses = {
  later: [1, '推后：以后月份发生', 'Later by the second clock'],
  never: [2, '后一口径尚未发生', 'Not yet by the second clock'],
  earlier: [3, '提前：以前月份已发生', 'Earlier by the second clock'],
  fromEarlier: [4, '以前月份转入', 'Come from earlier months'],
  fromLater: [5, '以后月份转入', 'Come from later months'],
  fromNever: [6, '前一口径尚未发生', 'Not yet by the first clock'],
} as const
