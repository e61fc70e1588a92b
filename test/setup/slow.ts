/**
 * How many times slower the browser of the journeys is made: `E2E_SLOW=4 npm test -- test/e2e`.
 * What holds at 4 and 6 holds on a slow or busy machine. All limits of waiting grow with it.
 */
export const timesSlower = Math.max(1, Number(process.env['E2E_SLOW'] ?? 1) || 1)
